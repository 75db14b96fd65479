// Runs a program as another user until it ends or is asked to end (SIGTERM), also by guard.cjs; then removes the
// program's folder.
// Arguments: { folder, uid, gid } as JSON, program, its arguments.
const { spawn } = require('node:child_process');
const { rmSync } = require('node:fs');

const GRACE_MS = 8_000;

const [settings, program, ...args] = process.argv.slice(2);
const { folder, uid, gid } = JSON.parse(settings);

const child = spawn(program, args, { cwd: folder, uid, gid, stdio: ['ignore', 1, 2] });

function end() {
	// PostgreSQL and Redis both take it for "save what has to be saved and go, without waiting for clients".
	child.kill('SIGINT');
	setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
}

function leave(code) {
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	process.exit(code);
}

child.once('error', (error) => {
	process.stderr.write(`${program}: ${error.message}\n`);
	leave(1);
});
child.once('exit', (code) => leave(code ?? 1));

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
