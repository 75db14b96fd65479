const path = require('node:path');

/** A file of the package that is installed in the n8n this runs in. */
const installed = (file) =>
	path.join(
		process.env.N8N_USER_FOLDER,
		'.n8n/nodes/node_modules/n8n-nodes-gmc/dist/nodes/Gmc',
		file,
	);

/** Asks the ledger of keys what the test asks for, in a real n8n, and tells what it says. */
class KeyProbe {
	constructor() {
		this.description = {
			...{ displayName: 'Key Probe', name: 'keyProbe', group: ['input'], version: 1 },
			...{ description: 'Asks the ledger of keys', defaults: { name: 'Key Probe' } },
			...{ inputs: ['main'], outputs: ['main'] },
			properties: [
				{
					displayName: 'Input',
					name: 'input',
					type: 'json',
					default: '{}',
					noDataExpression: true,
				},
			],
		};
	}

	async execute() {
		const { table, account, effects } = JSON.parse(this.getNodeParameter('input', 0));
		const { TableStore } = require(installed('ledger/tableStore.js'));
		const ledger = new TableStore(this, { table, account, list: async () => undefined });
		const steps = [];
		for (const { fill, ...effect } of effects) {
			// Many entries are made here, rather than sent here.
			const filled = fill
				? {
						...effect,
						entries: Array.from({ length: fill }, (_, at) => filler(effect.entries[0], at)),
					}
				: effect;
			steps.push(await told(() => ledger.handle(filled)));
			if (steps.at(-1).error) break;
		}
		return [[{ json: { steps } }]];
	}
}

const filler = (row, at) => ({ ...row, ref: `${row.ref}${at}` });

/** What comes of it. */
const told = async (ask) =>
	await ask().then(
		(answer) => ({ answer }),
		({ name, message, advice }) => ({ error: { name, message, description: advice } }),
	);

module.exports = { KeyProbe };
