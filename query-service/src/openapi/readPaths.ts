import { zDisruptedStays } from '@hearth/contracts/disruption'
import { zTaxLines, zTaxPreview } from '@hearth/contracts/tax-profile'
import { EXPORT_ENDINGS } from '../runtime/exportFormats.ts'
import { fileContent } from './fileContent.ts'
import { zMembership } from '@hearth/contracts/account'
import { zStatementContent } from '@hearth/contracts/statement'
import { zAgreementWords } from '@hearth/contracts/agreement'
import { zCancellationQuote } from '@hearth/contracts/booking'
import { zHistory, zRecordMoments, zTrace } from '@hearth/contracts/event'
import { zJobQueues } from '@hearth/contracts/jobs'
import { FILE_SIZES } from '@hearth/contracts/file'
import { zGeocoded } from '@hearth/contracts/geocode'
import { SECTION_NAMES, zReadiness, zSectionVersions } from '@hearth/contracts/listing'
import {
  zBreakdownEntries,
  zEarningsExplanation,
  zPayoutExplanation,
  zPayoutsBreakdown,
} from '@hearth/contracts/ledger'
import { zProviders } from '@hearth/contracts/login'
import { zNotices } from '@hearth/contracts/notice'
import { zRequestNumbers } from '@hearth/contracts/performance'
import { internalPaths } from './internalPaths.ts'
import { performancePaths } from './performancePaths.ts'
import { zPhotoshootSlots } from '@hearth/contracts/photoshoot'
import { zProcessRows, zRowDifferences } from '@hearth/contracts/projection'
import { REPORT_TYPES, zReportDifference, zReportPreview } from '@hearth/contracts/report'
import { zRatings } from '@hearth/contracts/review'
import { zSearchResults } from '@hearth/contracts/search'
import { zSession } from '@hearth/contracts/session'
import { zSecurity, zSessions } from '@hearth/contracts/user'
import { zDeadlines, zStaffQueue, zToday } from '@hearth/contracts/today'
import { zUndoableActions } from '@hearth/contracts/undo'
import { content, get, id, jsonSchema, open, parameter, type Json } from './parts.ts'

const breakdown = [
  parameter('query', 'currency', 'ISO 4217; else the account’s own'),
  parameter('query', 'by', 'month, listing or booking'),
  parameter('query', 'when', 'earned or paid'),
  parameter('query', 'from', 'YYYY-MM-DD'),
  parameter('query', 'to', 'YYYY-MM-DD, included'),
  parameter('query', 'hostAccountId', 'Staff: one account only'),
]

const report = [
  parameter('query', 'type', 'What it is about', { enum: [...REPORT_TYPES] }),
  parameter('query', 'from', 'YYYY-MM-DD'),
  parameter('query', 'to', 'YYYY-MM-DD, included'),
  parameter('query', 'listingId', 'One listing only'),
  parameter('query', 'currency', 'One currency only'),
  parameter('query', 'asOf', 'The instant at which it would have come out'),
  parameter('query', 'hostAccountId', 'Staff: the account'),
]

/** Reading routes that are not a resource's. */
const taxDocument = parameter('query', 'document', 'The issued document', { type: 'string' }, true)

export const readPaths: readonly (readonly [string, Json])[] = [
  ['/api/session', get('Who is signed in', [], 'The session', content(jsonSchema(zSession, 'output')))],
  [
    '/api/account/membership',
    get(
      'Your own membership of the account',
      [],
      'Role, listings, notifications',
      content(jsonSchema(zMembership, 'output')),
    ),
  ],
  [
    '/api/data-exports/{id}/download',
    get('A copy of the account’s data; needs a recent proof of identity', [id], 'A zip file', {
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    }),
  ],
  [
    '/api/account/sessions',
    get('Where you are signed in', [], 'The newest first', content(jsonSchema(zSessions, 'output'))),
  ],
  [
    '/api/account/security',
    get(
      'Your own ways to sign in',
      [],
      'Password, authenticator, providers',
      content(jsonSchema(zSecurity, 'output')),
    ),
  ],
  [
    '/api/login/providers',
    open(
      get(
        'The sign-in services that people can use',
        [],
        'Their names',
        content(jsonSchema(zProviders, 'output')),
      ),
    ),
  ],
  ['/api/openapi.json', get('This document', [], 'OpenAPI 3.1', content({ type: 'object' }))],
  [
    '/api/today',
    get(
      'Today',
      [parameter('query', 'hostAccountId', 'Staff: one account only')],
      'Arrivals, departures and pending decisions',
      content(jsonSchema(zToday, 'output')),
    ),
  ],
  [
    '/api/staff-queue',
    get(
      'What waits for staff',
      [],
      'Decisions that the caller can make, over all accounts, the oldest first',
      content(jsonSchema(zStaffQueue, 'output')),
    ),
  ],
  [
    '/api/deadlines',
    get(
      'Deadlines of staff',
      [],
      'What staff have promised by an instant and the caller can do, the earliest first',
      content(jsonSchema(zDeadlines, 'output')),
    ),
  ],
  [
    '/api/search',
    get(
      'Find bookings and listings by what a person types',
      [parameter('query', 'q', 'A guest, a booking code, a listing or a town', { type: 'string' }, true)],
      'The best matches, the next stay first',
      content(jsonSchema(zSearchResults, 'output')),
    ),
  ],
  [
    '/api/my-notices',
    get(
      'What happened in the account that concerns you',
      [],
      'At most 30 of the last 30 days, the newest first',
      content(jsonSchema(zNotices, 'output')),
    ),
  ],
  [
    '/api/undoable-actions',
    get(
      'What you did last and can still undo',
      [],
      'At most 20, the newest first',
      content(jsonSchema(zUndoableActions, 'output')),
    ),
  ],
  [
    '/api/bookings/{id}/cancellation-quote',
    get(
      'The effects of a cancellation',
      [
        id,
        parameter('query', 'initiator', 'guest or host', { enum: ['guest', 'host'] }, true),
        parameter('query', 'at', 'Another moment; the answer then has no token'),
      ],
      'The quote',
      content(jsonSchema(zCancellationQuote, 'output')),
    ),
  ],
  [
    '/api/disruptions/{id}/stays',
    get(
      'The stays that a declared event covers, or would cover; staff',
      [id],
      'By check-in, with totals by currency',
      content(jsonSchema(zDisruptedStays, 'output')),
    ),
  ],
  [
    '/api/bookings/{id}/history',
    get('A booking’s timeline', [id], 'The newest first', content(jsonSchema(zHistory, 'output'))),
  ],
  [
    '/api/listings/{id}/history',
    get('A listing’s timeline', [id], 'The newest first', content(jsonSchema(zHistory, 'output'))),
  ],
  [
    '/api/referrals/{id}/history',
    get('A referral’s timeline', [id], 'The newest first', content(jsonSchema(zHistory, 'output'))),
  ],
  [
    '/api/requests/{id}/history',
    get('A request’s timeline', [id], 'The newest first', content(jsonSchema(zHistory, 'output'))),
  ],
  [
    '/api/requests/{id}/numbers',
    get(
      'What an answer to a request does to the host’s figures',
      [id],
      'Each figure now, and after accepting or declining',
      content(jsonSchema(zRequestNumbers, 'output')),
    ),
  ],
  [
    '/api/reviews/{id}/history',
    get('A pair of reviews’ timeline', [id], 'The newest first', content(jsonSchema(zHistory, 'output'))),
  ],
  [
    '/api/ratings',
    get(
      'What guests gave in the last year',
      [parameter('query', 'hostAccountId', 'Staff: one account only')],
      'Sums of stars and numbers of reviews, by listing and together',
      content(jsonSchema(zRatings, 'output')),
    ),
  ],
  [
    '/api/incidents/{id}/history',
    get('An incident’s timeline', [id], 'The newest first', content(jsonSchema(zHistory, 'output'))),
  ],
  [
    '/api/reimbursements/{id}/history',
    get('A claim’s timeline', [id], 'The newest first', content(jsonSchema(zHistory, 'output'))),
  ],
  [
    '/api/listings/{id}/photoshoot-slots',
    get(
      'When a photographer is available',
      [id],
      'Free times',
      content(jsonSchema(zPhotoshootSlots, 'output')),
    ),
  ],
  [
    '/api/agreements/{id}/text',
    get(
      'The data of an agreement’s text, and its signers',
      [id],
      'Names and addresses, unmasked',
      content(jsonSchema(zAgreementWords, 'output')),
    ),
  ],
  [
    '/api/tax-profiles/{id}/preview',
    get(
      'The forms of a year as they would be now',
      [id, parameter('query', 'year', 'YYYY', { type: 'string' })],
      'Boxes and quarters',
      content(jsonSchema(zTaxPreview, 'output')),
    ),
  ],
  [
    '/api/tax-profiles/{id}/preview-lines',
    get(
      'The ledger entries behind a box',
      [
        id,
        parameter('query', 'year', 'YYYY', { type: 'string' }),
        parameter('query', 'form', '1099-K or 1099-MISC', { type: 'string' }),
        parameter('query', 'box', 'Such as 1a', { type: 'string' }),
      ],
      'They add up to the box',
      content(jsonSchema(zTaxLines, 'output')),
    ),
  ],
  [
    '/api/tax-profiles/{id}/form.pdf',
    get('A tax form as it was signed', [id], 'Its bytes', {
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    }),
  ],
  [
    '/api/tax-profiles/{id}/document.pdf',
    get('A tax form as it was issued', [id, taxDocument], 'Its bytes', {
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    }),
  ],
  [
    '/api/agreements/{id}/document.pdf',
    get(
      'An agreement as a file',
      [
        id,
        parameter(
          'query',
          'which',
          'The document, the document with its certificate of signature, or the proposed terms',
          { enum: ['document', 'signed', 'amendment'] },
        ),
      ],
      'Its bytes',
      { content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
    ),
  ],
  [
    '/api/statements/{id}/content',
    get(
      'What a locked statement says',
      [id],
      'Its entries and payouts',
      content(jsonSchema(zStatementContent, 'output')),
    ),
  ],
  [
    '/api/statements/{id}/document.pdf',
    get('A locked statement as a file', [id], 'Its bytes', {
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    }),
  ],
  [
    '/api/statements/{id}/entries.csv',
    get('The entries and payouts of a locked statement', [id], 'One line each', {
      content: { 'text/csv': { schema: { type: 'string' } } },
    }),
  ],
  [
    '/api/geocode',
    get(
      'The coordinates of an address',
      [
        parameter('query', 'q', 'An address or the name of a place', { type: 'string' }, true),
        parameter('query', 'country', 'Two letters'),
      ],
      'The best first',
      content(jsonSchema(zGeocoded, 'output')),
    ),
  ],
  [
    '/api/files/{id}/{size}',
    get(
      'An uploaded file',
      [id, parameter('path', 'size', 'A width in pixels, or the whole file', { enum: FILE_SIZES })],
      'Its bytes',
      { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    ),
  ],
  [
    '/ical/{id}/{file}',
    open(
      get(
        'A listing’s taken nights for other platforms; the address is the key',
        [id, parameter('path', 'file', 'The token of the address, with .ics')],
        'A calendar',
        { content: { 'text/calendar': { schema: { type: 'string' } } } },
      ),
    ),
  ],
  [
    '/api/listings/{id}/versions',
    get(
      'Every version of a listing’s content',
      [id, parameter('query', 'section', 'One section only', { enum: SECTION_NAMES })],
      'The newest first',
      content(jsonSchema(zSectionVersions, 'output')),
    ),
  ],
  [
    '/api/listings/{id}/readiness',
    get(
      'What stops a listing from going live',
      [id],
      'Every condition',
      content(jsonSchema(zReadiness, 'output')),
    ),
  ],
  [
    '/api/listings/{id}/quote',
    get(
      'What a stay costs, and the rules that it breaks',
      [
        id,
        parameter('query', 'checkIn', 'YYYY-MM-DD'),
        parameter('query', 'checkOut', 'YYYY-MM-DD'),
        parameter('query', 'guests', '1 unless said'),
        parameter('query', 'pets', '0 unless said'),
      ],
      'The price of each night, the parts and the broken rules',
      content({ type: 'object' }),
    ),
  ],
  [
    '/api/listings/{id}/calendar/{date}/explain',
    get(
      'Why a night can or cannot be booked',
      [id, parameter('path', 'date', 'YYYY-MM-DD')],
      'The reasons',
      content({ type: 'object' }),
    ),
  ],
  [
    '/api/bookings/{id}/earnings/explain',
    get(
      'Why a booking earns what it does',
      [id],
      'Entries, their parts and causes',
      content(jsonSchema(zEarningsExplanation, 'output')),
    ),
  ],
  [
    '/api/referrals/{id}/earnings/explain',
    get('What a referral brought', [id], 'Entries, their parts and causes', content({ type: 'object' })),
  ],
  [
    '/api/payouts/{id}/explain',
    get(
      'Why a payout is this amount',
      [id],
      'Entries, their parts and causes',
      content(jsonSchema(zPayoutExplanation, 'output')),
    ),
  ],
  [
    '/api/payouts-breakdown',
    get(
      'Earnings and payouts from gross to net',
      breakdown,
      'By month, listing or booking',
      content(jsonSchema(zPayoutsBreakdown, 'output')),
    ),
  ],
  ...EXPORT_ENDINGS.map(
    (ending) =>
      [
        `/api/payouts-breakdown.${ending}`,
        get('The same as a file', breakdown, 'All groups and their total', fileContent(ending)),
      ] as const,
  ),
  [
    '/api/payouts-breakdown/entries',
    get(
      'The entries behind one of its amounts',
      [
        ...breakdown,
        parameter('query', 'group', 'A group’s key'),
        parameter('query', 'part', 'Of gross to net'),
        parameter('query', 'stage', 'Where the money is'),
      ],
      'Entries, their parts and causes',
      content(jsonSchema(zBreakdownEntries, 'output')),
    ),
  ],
  ...performancePaths,
  ...internalPaths,
  [
    '/api/reports/preview',
    get(
      'A report as of an instant, and its sums now',
      report,
      'The first rows and the sums of all',
      content(jsonSchema(zReportPreview, 'output')),
    ),
  ],
  [
    '/api/reports/difference',
    get(
      'The same report at two instants, compared',
      [...report, parameter('query', 'until', 'The later instant; now, if left out')],
      'The records that differ, with sums that add up',
      content(jsonSchema(zReportDifference, 'output')),
    ),
  ],
  [
    '/api/report-files/{id}/download',
    get(
      'The file of a report, for a download that was recorded',
      [id, parameter('query', 'download', 'The id of the download')],
      'All rows',
      fileContent('csv'),
    ),
  ],
  [
    '/api/record-moments/{id}',
    get(
      'The latest events that changed a record; staff',
      [id, parameter('query', 'resource', 'Its resource', { type: 'string' }, true)],
      'When they happened, newest first',
      content(jsonSchema(zRecordMoments, 'output')),
    ),
  ],
  [
    '/api/traces/{id}',
    get(
      'The trace of a request; staff',
      [id],
      'Its commands with their events and the rows they touch',
      content(jsonSchema(zTrace, 'output')),
    ),
  ],
  [
    '/api/projections/{id}/difference',
    get(
      'The result of the last comparison of two builds; staff',
      [id],
      'The rows that differ, with both values',
      content(jsonSchema(zRowDifferences, 'output')),
    ),
  ],
  [
    '/api/process-managers',
    get(
      'Process managers and their outbox; staff',
      [],
      'Each of them',
      content(jsonSchema(zProcessRows, 'output')),
    ),
  ],
  [
    '/api/job-queues',
    get('The state of the job queues; staff', [], 'Each of them', content(jsonSchema(zJobQueues, 'output'))),
  ],
  [
    '/api/live',
    get('Changes as they happen', [], 'Events "change" with resource, id, revision, position', {
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    }),
  ],
]
