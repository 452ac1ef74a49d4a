const http = require('http');
const LIMIT = 1048576, WAITING = 64, PATIENCE = 30000;
const open = new Map();
let last = 0;
const tell = (value) => process.stdout.write(JSON.stringify(value) + '\n');
const server = http.createServer((request, response) => {
  const refuse = (status, error) => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ error }));
  };
  const parts = [];
  let size = 0;
  request.on('data', (part) => {
    size += part.length;
    if (size <= LIMIT) parts.push(part);
  });
  request.on('error', () => {});
  request.on('end', () => {
    if (size > LIMIT) return refuse(413, 'The body is larger than 1 MiB');
    if (open.size >= WAITING) return refuse(503, 'Too many requests are under way');
    const id = ++last;
    const timer = setTimeout(() => {
      open.delete(id);
      refuse(502, 'The control plane did not answer in time');
    }, PATIENCE);
    open.set(id, { response, timer });
    response.on('close', () => {
      clearTimeout(timer);
      open.delete(id);
    });
    const headers = {};
    for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
    const body = Buffer.concat(parts).toString('base64');
    tell({ id, method: request.method, path: request.url, headers, body });
  });
});
require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const answer = JSON.parse(line);
    const waiting = open.get(answer.id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    open.delete(answer.id);
    waiting.response.writeHead(answer.status, { ...answer.headers, connection: 'close' });
    waiting.response.end(Buffer.from(answer.body, 'base64'));
  })
  .on('close', () => process.exit(0));
server.listen(0, '127.0.0.1', () => tell({ port: server.address().port }));
