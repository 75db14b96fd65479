import { sleep } from 'n8n-workflow';
import { startGmc } from '../../../harness/engine/engine';
import { CREATE, Customers, fieldsFromRow } from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

const rows = Array.from({ length: 60 }, (_, n) => ({
	taxId: `X${n}`,
	name: `Cliente ${n}`,
	email: `c${n}@example.com`,
}));

test.each(['create', 'upsert'] as const)(
	'%s: what was not sent when the execution was cancelled is not held for in doubt',
	async (operation) => {
		const { service, admin } = customers;
		await service.restart({ capacity: { workMs: 100, routes: [CREATE] } });
		const options = { taxIdFormat: 'asIs' };
		const parameters = {
			resource: 'customer',
			operation,
			options,
			...fieldsFromRow[operation],
		};
		const onError = 'continueRegularOutput';
		const running = startGmc(service.credential, { parameters, rows, onError });
		while ((await admin.count({ route: CREATE })) < 5) await sleep(10);
		running.cancel();
		const { data } = await running;
		const sent = await admin.count({ route: CREATE });
		const remembered = JSON.stringify(data.executionData?.contextData);
		expect(remembered.match(/"askedAt"/g)).toHaveLength(sent);
	},
);
