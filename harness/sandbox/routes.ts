import { ENDPOINTS } from '../../sandbox/contract/endpoints';

// The service's endpoints, as faults and the journal call them.

/** Moves money. */
export const ISSUE = ENDPOINTS.issue.route;
export const LIST_ADDITIONS = ENDPOINTS.list.route;
export const LOOK_UP_ADDITION = ENDPOINTS.lookup.route;
export const LIST_CUSTOMERS = ENDPOINTS.listCustomers.route;
export const CREATE_CUSTOMER = ENDPOINTS.createCustomer.route;
export const UPDATE_CUSTOMER = ENDPOINTS.updateCustomer.route;
export const DELETE_CUSTOMER = ENDPOINTS.deleteCustomer.route;
export const LOGIN = ENDPOINTS.authLogin.route;
export const INTEGRATION_LOGIN = ENDPOINTS.integrationLogin.route;
