// Preloaded into n8n by instance.ts. Pipe 3 closes when the process that started n8n is gone, however it
// went (a test runner's kill included): n8n must not live on, holding its port.
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
