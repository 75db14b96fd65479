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
	clocksApart: ({ days, isAhead }: { days: number; isAhead: boolean }) =>
		`Since the last poll n8n's clock has jumped about ${count(days, 'day', 'days')} ${isAhead ? 'ahead of' : 'back against'} GMC's`,
	staysWhole:
		'No addition is lost or reported twice by it: the trigger goes by the clock that is behind. Have the machine that n8n runs on set its clock by a time server. This is said once for each jump.',
	clockBack: ({ days, isService }: { days: number; isService: boolean }) =>
		`Since the last poll ${isService ? "GMC's" : "n8n's"} clock has gone back about ${count(days, 'day', 'days')}`,
	compareLists:
		'If that is more than Look Back (Days), additions made while the clock was ahead, or since the last poll, may have been taken for known ones: compare that time with Balance → Get Many. This is said once for each jump.',
};
