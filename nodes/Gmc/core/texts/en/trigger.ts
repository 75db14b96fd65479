import { count } from './words';

/** GMC Trigger. */
export const trigger = {
	correctSetting: 'Correct it in the GMC Trigger.',
	customerNotFound: ({ reason }: { reason: string }) =>
		`The customer to watch was not found: ${reason}`,
	correctCustomer: 'Correct Customer under Options of the GMC Trigger.',
	noSample: ({ days }: { days: number }) =>
		`There is no addition with this event in the last ${count(days, 'day', 'days')}`,
	widenLookBack:
		'Choose another event, raise Look Back (Days), or remove filters under Options. An addition that comes later starts the workflow all the same.',
	listCut: ({ periods }: { periods: string[] }) =>
		`GMC's list of additions comes cut for ${periods.join(', ')}: additions of that time may be missed`,
	askForWholeList:
		'GMC counts more additions than it sends, even for a single day. The trigger goes on with those it sends; this is said once a day. Ask GMC for a complete list, and compare that time with Balance → Get Many.',
};
