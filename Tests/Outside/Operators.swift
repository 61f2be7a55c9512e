import Rill

let load = Subject<Double, Never>()
let heat = Subject<Double, Never>()
