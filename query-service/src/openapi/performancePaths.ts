import { zGaps, zOpened, zPerformance, zRevenueBridge, zTier } from '@hearth/contracts/performance'
import { content, get, jsonSchema, parameter, type Json } from './parts.ts'

const account = parameter('query', 'hostAccountId', 'Staff: the account')
const listing = parameter('query', 'listingId', 'One listing only')
const period = [
  parameter('query', 'from', 'YYYY-MM-DD, the first night', { type: 'string' }, true),
  parameter('query', 'to', 'YYYY-MM-DD, not included; at most five years later', { type: 'string' }, true),
  parameter('query', 'currency', 'ISO 4217; else the account’s own'),
  listing,
  account,
]
const by = parameter('query', 'by', 'Revenue by night, check_in or payout')

/** The routes of the performance page. */
export const performancePaths: readonly (readonly [string, Json])[] = [
  [
    '/api/performance',
    get(
      'Figures of the listings of one currency over a period',
      [...period, by, parameter('query', 'against', 'year or pace')],
      'All together, by month and by listing, and the same a year before',
      content(jsonSchema(zPerformance, 'output')),
    ),
  ],
  [
    '/api/performance/opened',
    get(
      'What one of the figures counts',
      [...period, by, parameter('query', 'figure', 'The figure', { type: 'string' }, true)],
      'Its stays by listing, or its records',
      content(jsonSchema(zOpened, 'output')),
    ),
  ],
  [
    '/api/performance/bridge',
    get(
      'Why revenue by night and by another attribution differ',
      [...period, parameter('query', 'lead', 'check_in or payout', { type: 'string' }, true)],
      'One line for each reason',
      content(jsonSchema(zRevenueBridge, 'output')),
    ),
  ],
  [
    '/api/performance/gaps',
    get(
      'Open nights of the next 90 days that are hard to sell',
      [listing, account],
      'Short gaps and open weekends',
      content(jsonSchema(zGaps, 'output')),
    ),
  ],
  [
    '/api/performance/tier',
    get(
      'Where the account stands on the way to Gold',
      [account],
      'Each condition, and how much room there is',
      content(jsonSchema(zTier, 'output')),
    ),
  ],
]
