// Gets the lines of a recording: from the server while the page is open, or from a file that the user drops on the page.

/// - Parameter take: receives a description of the lines (the JSON of `Recording.answer`), and the lines.
/// - Returns: a function that stops the requests.
export function followRecording(take) {
  let isOver = false;
  follow(take, () => isOver);
  return () => { isOver = true; };
}

async function follow(take, isOver) {
  let [recording, next] = [-1, 0];
  while (!isOver()) {
    let wait = 200;
    try {
      const response = await fetch(`lines/${recording}/${next}`);
      if (!response.ok) throw new Error(`${response.status}`);
      const text = await response.text();
      const end = text.indexOf("\n");
      const head = JSON.parse(text.slice(0, end));
      if (isOver()) return;
      ({ recording, next } = head);
      take(head, text.slice(end + 1));
      if (!head.last) wait = 0;
    } catch (error) {
      if (!isOver()) take({ isUnreachable: true, error }, "");
      wait = 1_000;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/// Shows a file that is dropped on an element, instead of the recording of the server.
export function onDrop(target, stopFollowing, take) {
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    stopFollowing();
    readFile(file, take);
  });
}

/// Reads a file in pieces of whole lines.
export async function readFile(file, take) {
  let [rest, done, isFirst, beginning] = ["", 0, true, undefined];
  const decoder = new TextDecoder();
  for await (const bytes of file.stream()) {
    done += bytes.length;
    const text = rest + decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf("\n") + 1;
    rest = text.slice(end);
    if (end === 0) continue;
    beginning ??= text.split("\n", 1)[0];
    take({ reset: isFirst, last: done === file.size, open: rest.length, ...strange(beginning) }, text.slice(0, end));
    isFirst = false;
  }
  if (rest !== "") take({ reset: isFirst, last: true, open: 0, ...strange(beginning ?? rest) }, `${rest}\n`);
}

/// The beginning of the first line, if the file is not a recording.
const strange = (line) => (line.startsWith('{"is":') ? {} : { strangeBeginning: line.slice(0, 60) });
