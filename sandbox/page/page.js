// The script of the page at /_sandbox: shows once a second what is there, and sends the requests of its buttons.
/* global document, fetch, setTimeout */

const byId = (id) => document.getElementById(id);
const ask = async (path, how) => await fetch(`/_sandbox${path}`, how);
const json = async (path) => await (await ask(path)).json();

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
		Object.assign(button.dataset, { post: '/settle', body });
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
	const changes = (tree, path = '') =>
		Object.entries(tree).flatMap(([key, value]) =>
			typeof value === 'object' && value !== null
				? changes(value, `${path}${key}.`)
				: `${path}${key} = ${JSON.stringify(value)}`,
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
	const live = await json('/live');
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

/** The request of a button. */
function requestOf({ dataset, ...button }) {
	const { fault, settings, post, body = '{}' } = dataset;
	if (settings) return ['/settings', { method: 'PATCH', body: settings }];
	if (post) return [post, { method: 'POST', body }];
	if (!fault) return [dataset.delete, { method: 'DELETE', body }];
	const route = 'POST /transactions/add-balance';
	const input = { route, times: 1, label: button.label, action: JSON.parse(fault) };
	return ['/faults', { method: 'POST', body: JSON.stringify(input) }];
}

document.addEventListener('click', async ({ target }) => {
	if (target.tagName !== 'BUTTON') return;
	const [path, how] = requestOf({ dataset: target.dataset, label: labelOf(target) });
	const answer = await ask(path, { ...how, headers: { 'content-type': 'application/json' } });
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
	const words = await json('/credential/words');
	const entered = (value) => (value ? element('code', value) : element('i', 'leave empty'));
	fill(
		'credential',
		words.map(([label, value]) => [label, entered(value)]),
	);
	await watch();
}

void begin();
