import { zTimeline } from '@hearth/contracts/account/timeline'
import { zFeedHealthOverview } from '@hearth/contracts/ical-feed/feedHealth'
import { zPolicyReplay } from '@hearth/contracts/policy'
import { zCommandFailures, zFailuresIn } from '@hearth/contracts/projection/commandFailures'
import { zComparedRows, zReconciliationOverview } from '@hearth/contracts/reconciliation/overview'
import { content, get, id, jsonSchema, parameter, type Json } from './parts.ts'

const days = [
  parameter('query', 'from', 'YYYY-MM-DD', { type: 'string' }, true),
  parameter('query', 'to', 'YYYY-MM-DD, included', { type: 'string' }, true),
]

const by = parameter('query', 'by', 'hour (the last 24) or day (the last 7)')

/** The routes of the internal reports; staff only. */
export const internalPaths: readonly (readonly [string, Json])[] = [
  [
    '/api/policy-replay',
    get(
      'What another version of the cancellation policy would have made of cancellations; staff',
      [
        parameter('query', 'version', 'The version, proposed ones too', { type: 'integer' }, true),
        parameter('query', 'against', 'Another version; else what happened', { type: 'integer' }),
        parameter('query', 'from', 'YYYY-MM-DD', { type: 'string' }, true),
        parameter('query', 'to', 'YYYY-MM-DD, included', { type: 'string' }, true),
        parameter('query', 'currency', 'ISO 4217; else the one of most cancellations'),
        parameter('query', 'hostAccountId', 'One account only'),
      ],
      'By host, with what guests, Hearth and hosts would have',
      content(jsonSchema(zPolicyReplay, 'output')),
    ),
  ],
  [
    '/api/reconciliation-overview',
    get(
      'Bookings, ledger, payouts and bank compared over some days; staff',
      [...days, parameter('query', 'currency', 'ISO 4217; else the one of most records')],
      'The sums of both sides of each comparison, with the differences',
      content(jsonSchema(zReconciliationOverview, 'output')),
    ),
  ],
  [
    '/api/reconciliation-overview/{id}/rows',
    get(
      'The records behind both sides of one stay or payout; staff',
      [id, parameter('query', 'comparison', 'One of the comparisons', { type: 'string' }, true)],
      'Both sides',
      content(jsonSchema(zComparedRows, 'output')),
    ),
  ],
  [
    '/api/command-failures',
    get(
      'Commands and jobs of process managers that were refused or are retried; staff',
      [by],
      'How often each failed, by hour or day and by code',
      content(jsonSchema(zCommandFailures, 'output')),
    ),
  ],
  [
    '/api/command-failures/in',
    get(
      'The failures of one command in one hour or day; staff',
      [
        by,
        parameter('query', 'command', 'Its type', { type: 'string' }, true),
        parameter('query', 'slot', 'When the hour or day begins', { type: 'string' }, true),
        parameter('query', 'code', 'One code only'),
      ],
      'The newest 100',
      content(jsonSchema(zFailuresIn, 'output')),
    ),
  ],
  [
    '/api/accounts/{id}/timeline',
    get(
      'Everything that happened in an account; staff',
      [
        id,
        ...days,
        parameter('query', 'kinds', 'Separated by commas; else all'),
        parameter('query', 'before', 'The next of the page before'),
      ],
      'The newest first',
      content(jsonSchema(zTimeline, 'output')),
    ),
  ],
  [
    '/api/feed-health',
    get(
      'The calendar feeds of all accounts; staff',
      [
        parameter('query', 'health', 'One state only'),
        parameter('query', 'page', 'From 1', { type: 'integer' }),
      ],
      'How many are in each state, and a page of them, what needs attention first',
      content(jsonSchema(zFeedHealthOverview, 'output')),
    ),
  ],
]
