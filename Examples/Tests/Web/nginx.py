"""An nginx in front of several servers."""
import os
import shutil
import socket
import subprocess
import tempfile

CONFIG = """
daemon off;
worker_processes 1;
worker_rlimit_nofile 8192;
pid {folder}/pid;
error_log {folder}/errors;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  # A session stays with one server while the server runs.
  upstream servers {{
    hash $cookie_session consistent;
    {servers}
  }}
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location / {{
      proxy_pass http://servers;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $http_connection;
      proxy_connect_timeout 2s;
      proxy_read_timeout 60s;
      # The next server gets the request if one is down, full or about to stop.
      proxy_next_upstream error timeout http_503;
    }}
  }}
}}
"""


class Nginx:
    """Runs until the end of the `with`."""

    def __init__(self, servers):
        self.ports = [server.url.rpartition(":")[2] for server in servers]

    def __enter__(self):
        self.folder = tempfile.mkdtemp()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        servers = "\n    ".join(f"server 127.0.0.1:{each} max_fails=1 fail_timeout=1s;" for each in self.ports)
        config = os.path.join(self.folder, "nginx.conf")
        with open(config, "w") as file:
            file.write(CONFIG.format(folder=self.folder, servers=servers, port=port))
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        self.process = subprocess.Popen([program, "-e", f"{self.folder}/errors", "-p", self.folder, "-c", config])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)
