// Preloaded into n8n and the like by program.ts. Pipe 3 closes when the process that started them is gone, however it
// went (a test runner's kill included): they must not live on, holding their ports.
const { Socket } = require('node:net');

const GRACE_MS = 10_000;

const pipe = new Socket({ fd: 3 });
pipe.resume();
pipe.unref();
pipe.on('error', () => {});
pipe.on('close', () => {
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
});
