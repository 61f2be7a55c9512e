// Gets the lines of a recording from the server, for as long as the page is open.

/// - Parameter take: is called with what the server says about the lines, and with the lines.
export async function followRecording(take) {
  let [recording, next] = [-1, 0];
  for (;;) {
    let wait = 200;
    try {
      const response = await fetch(`lines/${recording}/${next}`);
      if (!response.ok) throw new Error(`${response.status}`);
      const text = await response.text();
      const end = text.indexOf("\n");
      const head = JSON.parse(text.slice(0, end));
      ({ recording, next } = head);
      take(head, text.slice(end + 1));
      if (!head.last) wait = 0;
    } catch (error) {
      take({ isUnreachable: true, error }, "");
      wait = 1_000;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
