import { createHmac } from 'node:crypto';

// Shops as they are: what they send, and how they sign it. Made after their own documents; people and numbers are made up.

/** Whose order it is. */
export interface Buyer {
	name: string;
	taxId: string;
	email?: string;
}

type Json = Record<string, unknown>;

export interface Delivery {
	body: string;
	headers: Record<string, string>;
}

export const SECRET = 'a secret that the shop has, too';

const hmac = (body: string, secret: string, algorithm = 'sha256') =>
	createHmac(algorithm, secret).update(body, 'utf8');

function signed(header: string, order: unknown, secret: string): Delivery {
	// PHP escapes slashes and what is not ASCII: only the very bytes have this signature.
	const body = JSON.stringify(order)
		.replaceAll('/', '\\/')
		.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const signature = hmac(body, secret).digest('base64');
	return { body, headers: { 'content-type': 'application/json', [header]: signature } };
}

const namesOf = ({ name }: Buyer) => {
	const [first_name, ...rest] = name.split(' ');
	return { first_name, last_name: rest.join(' ') };
};

/** WooCommerce with the plugin for Brazilian checkouts. It never delivers again by itself. */
export const wooCommerce = {
	order: (id: number, buyer: Buyer, more: Json = {}): Json => ({
		id,
		number: String(id),
		status: 'processing',
		currency: 'BRL',
		total: '49.90',
		customer_id: 12,
		billing: {
			...namesOf(buyer),
			company: '',
			persontype: 'F',
			cpf: buyer.taxId,
			cnpj: '',
			email: buyer.email ?? 'buyer@example.com',
		},
		meta_data: [{ id: 1, key: '_billing_cpf', value: buyer.taxId }],
		line_items: [{ id: 1, name: 'Crédito', quantity: 1, total: '49.90' }],
		...more,
	}),
	deliver: (order: unknown, secret = SECRET) => signed('X-WC-Webhook-Signature', order, secret),
	/** When its webhook is saved. It is not signed, and any answer but 200 is an error. */
	ping: {
		body: 'webhook_id=7',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	},
};

export const shopify = {
	order: (id: number, buyer: Buyer, more: Json = {}): Json => ({
		id,
		name: '#1001',
		order_number: 1001,
		financial_status: 'paid',
		cancelled_at: null,
		test: false,
		total_price: '49.90',
		current_total_price: '49.90',
		currency: 'BRL',
		email: 'Buyer@Example.com',
		customer: { id: 1, ...namesOf(buyer) },
		note_attributes: [{ name: 'CPF', value: buyer.taxId }],
		billing_address: { company: null, name: buyer.name },
		...more,
	}),
	deliver: (order: unknown, secret = SECRET) => signed('X-Shopify-Hmac-Sha256', order, secret),
};

export const yampi = {
	order: (id: number, buyer: Buyer, more: Json = {}): Json => ({
		event: 'order.paid',
		time: '2026-11-20 10:02:11',
		merchant: { id: 123, alias: 'loja' },
		resource: {
			id,
			number: 200,
			value_total: 49.9,
			status: { data: { id: 4, alias: 'paid', name: 'Pagamento aprovado' } },
			customer: {
				data: { name: buyer.name, cpf: buyer.taxId, cnpj: null, email: 'buyer@example.com' },
			},
			...more,
		},
	}),
	deliver: (order: unknown, secret = SECRET) => signed('X-Yampi-Hmac-SHA256', order, secret),
};

export const kiwify = {
	order: (order_id: string, buyer: Buyer, more: Json = {}): Json => ({
		order_id,
		order_status: 'paid',
		webhook_event_type: 'order_approved',
		Customer: { full_name: buyer.name, email: 'buyer@example.com', CPF: buyer.taxId },
		Commissions: { charge_amount: 990, currency: 'BRL' },
		...more,
	}),
	/** What stands behind the address of its webhook. */
	query: (body: string) => `?signature=${hmac(body, SECRET, 'sha1').digest('hex')}`,
};
