// Loaded into an n8n whose clock a test moves: by how much stands in a file, also while n8n runs.
const { readFileSync } = require('node:fs');

const READ_EVERY_MS = 200;

const told = () => readFileSync(process.env.GMC_TEST_CLOCK, 'utf8');
let offset = Number(told());
setInterval(() => {
	// Empty while it is being written.
	offset = Number(told() || offset);
}, READ_EVERY_MS).unref();

const RealDate = Date;
// As it is now: others may put a clock of their own in its place.
const realNow = RealDate.now;
const now = () => realNow() + offset;

globalThis.Date = new Proxy(RealDate, {
	construct: (target, given, newTarget) =>
		Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
	apply: () => new RealDate(now()).toString(),
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
