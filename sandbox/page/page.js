// The script of the page at /_sandbox: shows once a second what is there, and sends the requests of its buttons.
/* global document, fetch, setTimeout */

const byId = (id) => document.getElementById(id);
const json = async (name) => await (await fetch(`/_sandbox/${name}`)).json();

/** An element with these texts and elements in it. A text is never read as HTML. */
function element(name, ...content) {
	const made = document.createElement(name);
	made.append(...content);
	return made;
}

function fill(id, rows) {
	const cells = (row) => row.map((cell) => element('td', cell));
	byId(id).replaceChildren(...rows.map((row) => element('tr', ...cells(row))));
}

function marked(text, isBad) {
	const made = element('span', text);
	if (isBad) made.className = 'bad';
	return made;
}

const time = (iso) => iso.replace('T', ' ').slice(0, 19);

function requestCells({ at, method, path, status, faults, query, body }) {
	const asked = body ?? (Object.keys(query).length > 0 ? query : '');
	return [
		time(at),
		`${method} ${path}`,
		marked(status, typeof status !== 'number' || status >= 400),
		faults.join(', '),
		asked && JSON.stringify(asked),
	];
}

function additionCells({ _id, createdAt, customer, amount, currency, status, visible, isSettled }) {
	const settle = (label, wanted) => {
		const button = element('button', label);
		const body = JSON.stringify({ id: _id, status: wanted });
		Object.assign(button.dataset, { do: 'settle', body });
		return button;
	};
	const all = [settle('complete', 'COMPLETED'), settle('fail', 'FAILED')];
	return [
		time(createdAt),
		customer,
		`${amount} ${currency}`,
		marked(status, status === 'FAILED'),
		visible ? 'yes' : 'not yet',
		_id,
		element('span', ...(isSettled ? [] : all)),
	];
}

const labelOf = (button) => button.textContent.trim();

/** The settings in the words of the buttons. What no button does keeps its name. */
function settingsInWords(settings) {
	const changes = (groups) =>
		Object.entries(groups).flatMap(([name, group]) =>
			Object.entries(group).map(([key, value]) => `${name}.${key} = ${JSON.stringify(value)}`),
		);
	const all = [...document.querySelectorAll('[data-settings]')].map((button) => ({
		label: labelOf(button),
		sets: changes(JSON.parse(button.dataset.settings)),
	}));
	const pressed = all.filter(({ sets }) => sets.every((change) => settings.includes(change)));
	const named = pressed.flatMap(({ sets }) => sets);
	const others = settings.filter((change) => !named.includes(change));
	return [...pressed.map(({ label }) => label), ...others];
}

let shown;

/** Draws only after a change, so that a button does not disappear under the mouse. */
async function refresh() {
	const live = await json('live');
	const now = JSON.stringify(live);
	if (now === shown) return;
	const { clock, minutesAhead, faults, settings, counts } = live;
	const ahead = minutesAhead === 0 ? [] : [`GMC’s clock is ${minutesAhead} minutes ahead`];
	const active = [...faults, ...settingsInWords(settings), ...ahead].join('; ');
	explain(active && `Active: ${active}`);
	byId('requests-count').textContent =
		`${counts.requests} in all. GMC’s clock shows ${clock.replace('T', ' ')} UTC`;
	byId('additions-count').textContent = `${counts.additions} in all`;
	fill('requests', live.requests.map(requestCells));
	fill('additions', live.additions.map(additionCells));
	shown = now;
}

function explain(text) {
	byId('at-work').textContent = text;
}

/** What a button has done, and with what. */
function orderOf({ dataset, label }) {
	const { fault, settings, body = '{}' } = dataset;
	if (settings) return ['configure', settings];
	if (!fault) return [dataset.do, body];
	const route = 'POST /transactions/add-balance';
	return ['addFault', JSON.stringify({ route, times: 1, label, action: JSON.parse(fault) })];
}

document.addEventListener('click', async ({ target }) => {
	if (target.tagName !== 'BUTTON') return;
	const [name, body] = orderOf({ dataset: target.dataset, label: labelOf(target) });
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(`/_sandbox/${name}`, { method: 'POST', body, headers });
	if (answer.ok) await refresh();
	else explain((await answer.json()).error);
});

async function watch() {
	await refresh().catch(() => {
		explain('The sandbox does not answer. Is it still running?');
		shown = undefined;
	});
	setTimeout(watch, 1000);
}

async function begin() {
	const words = await json('credentialWords');
	const entered = (value) => (value ? element('code', value) : element('i', 'leave empty'));
	fill(
		'credential',
		words.map(([label, value]) => [label, entered(value)]),
	);
	await watch();
}

void begin();
