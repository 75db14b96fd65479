// What tests in n8n's own engine need, by one import.

export * from '../../sandbox/seeds';
export { AFTER_HOLD, passTime } from '../system/time';
export { until } from '../system/until';
export * from './agent';
export * from './engine';
export * from './parts';
export * from './service';
