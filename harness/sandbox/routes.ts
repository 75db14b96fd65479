import { ENDPOINTS, routeOf } from '../../sandbox/contract/endpoints';

// The service's endpoints, as faults and the journal call them.

/** Moves money. */
export const ISSUE = routeOf(ENDPOINTS.issue);
export const LIST_ADDITIONS = routeOf(ENDPOINTS.list);
export const LOOK_UP_ADDITION = routeOf(ENDPOINTS.lookup);
export const LIST_CUSTOMERS = routeOf(ENDPOINTS.listCustomers);
export const CREATE_CUSTOMER = routeOf(ENDPOINTS.createCustomer);
export const UPDATE_CUSTOMER = routeOf(ENDPOINTS.updateCustomer);
export const DELETE_CUSTOMER = routeOf(ENDPOINTS.deleteCustomer);
export const LOGIN = routeOf(ENDPOINTS.authLogin);
export const INTEGRATION_LOGIN = routeOf(ENDPOINTS.integrationLogin);
