const { writeFileSync } = require('node:fs');
const { Session } = require('node:inspector/promises');
const path = require('node:path');

/** Runs `work` and, where GMC_PROBE_PROFILES names a folder, leaves a CPU profile of it there. */
async function profiled(name, work) {
	const folder = process.env.GMC_PROBE_PROFILES;
	if (!folder) return await work();
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.start');
	try {
		return await work();
	} finally {
		const { profile } = await session.post('Profiler.stop');
		const file = `${name.replaceAll(/\W+/g, '-')}-${Date.now()}.cpuprofile`;
		writeFileSync(path.join(folder, file), JSON.stringify(profile));
		session.disconnect();
	}
}

module.exports = { profiled };
