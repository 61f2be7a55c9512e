import Measuring

/// Every workload, in the order of the table.
package let allWorkloads: [Workload] = [
  MapFilterReduceVisible.workload,
  MapFilterReduce.workload,
  DeepChain.workload,
  ScanDistinct.workload,
  Strings.workload,
  FlatMap.workload,
  ConcatMap.workload,
  SwitchLatest.workload,
  ZipCold.workload,
  SubjectPush1.workload,
  SubjectPush100.workload,
  Zip.workload,
  CombineLatest.workload,
  Merge.workload,
  SubscribeDispose.workload,
  BehaviorSet.workload,
  ContendedSubject.workload,
  ContendedByFour.workloads[0],
  ContendedByFour.workloads[1],
  ContendedByFour.workloads[2],
  ContendedBounded.workload,
  SlowSubscriber.workload,
  DeliverOn.workload,
  ValuesFromThread.workload,
  SuspendingValues.workload,
  MapAwaiting.workload,
  Commands.workload,
  PropertyDiamond.workload,
  TwoWayPair.workload,
]

/// What is measured as something grows.
package let allScales: [Scale<Library>] = [
  ChainLength.scale,
  ObserverCount.delivering,
  ObserverCount.comingAndGoing,
  PendingTimers.virtual,
  PendingTimers.queue,
  ListEdits.kept,
  ListEdits.compared,
]
