import type { KeyedService } from '../../../../../harness/engine/keyedService';
import { keyedRow, outcomes } from '../../../../../harness/engine/keyedService';
import type { Service } from '../../../../../harness/engine';
import { DEMO_CUSTOMERS, ISSUE } from '../../../../../harness/engine';

/** Orders of 10 BRL for Ana, and what becomes of the next one. */
export const ordersOf = (service: Service, keyed: KeyedService) => ({
	lose: async (type: 'commitThenReset' | 'resetBefore') =>
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type } }),
	listLate: async (visibleAfterSeconds: number) => await service.listLate(visibleAfterSeconds),
	paid: async () => await service.charged(DEMO_CUSTOMERS[0].taxId, 10),
	order: async (key: string) => outcomes(await keyed.add([keyedRow(key)]))[0],
});
