// The connection of a page with its server, which comes back by itself.
"use strict";

const element = id => document.getElementById(id);

// The current one.
let socket;

function say(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

// Opens a socket, and another one whenever it is lost.
function connect(path, { opened, received, lost }) {
  let pause = 250;
  const open = () => {
    socket = new WebSocket(location.origin.replace("http", "ws") + path);
    socket.onopen = () => {
      pause = 250;
      element("connection").textContent = "";
      opened?.();
    };
    socket.onmessage = message => received(JSON.parse(message.data));
    socket.onclose = event => {
      element("connection").textContent = event.reason || "Not connected. Trying again…";
      lost?.();
      // A server that ends closes all connections. The pages connect to another one, at random times.
      pause = event.code === 1012 ? 250 : Math.min(2 * pause, 5000);
      setTimeout(open, pause * (0.5 + Math.random() / 2));
    };
  };
  open();
}
