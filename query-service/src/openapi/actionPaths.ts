import { zMovePreview, zMovePreviewRequest } from '@hearth/contracts/booking'
import { zOwnerChangeStopped, zStopOwnerChange } from '@hearth/contracts/account'
import { zUploaded } from '@hearth/contracts/file'
import { zApproveByCode, zHostCode, zImpersonationRunning, zPageView } from '@hearth/contracts/impersonation'
import { zJobsRetried } from '@hearth/contracts/jobs'
import {
  zAskForLink,
  zBeginProvider,
  zCallback,
  zForgot,
  zHandoff,
  zLogin,
  zReadTicket,
  zProve,
  zProved,
  zProviderBegun,
  zRedeemTicket,
  zSignedIn,
  zTicketDetails,
} from '@hearth/contracts/login'
import { zReconcile, zRunOfDay } from '@hearth/contracts/payout'
import { zPayoutAlarm, zPayoutAlarmed } from '@hearth/contracts/payout-account'
import {
  zOfferPreview,
  zOfferPreviewRequest,
  zPreviewRequest,
  zRequestPreview,
} from '@hearth/contracts/request'
import { zOwnReview } from '@hearth/contracts/review'
import { zSwitchAccount } from '@hearth/contracts/session'
import {
  zChangePassword,
  zEnableTotp,
  zRevokedAll,
  zRevokeSession,
  zTotpBegun,
  zTotpEnabled,
  zUnlinkProvider,
} from '@hearth/contracts/user'
import { zDownloadTaxFile } from '@hearth/contracts/tax-filing'
import { z } from 'zod'
import { act, content, id, jsonSchema, open, parameter, problem, type Json } from './parts.ts'

const nothing = z.strictObject({})
const zDone = z.object({ id: z.string(), revision: z.int(), events: z.array(z.string()) })
const operations = ['rebuild', 'verify', 'cutover', 'rollback', 'discard'] as const

const listing = parameter(
  'query',
  'listingId',
  'The listing the file belongs to',
  { type: 'string', format: 'uuid' },
  true,
)
const guest = parameter('query', 'guestRef', 'The guest', { type: 'string' }, true)
const fileName = parameter('query', 'name', 'The file’s name')
const fileKey = parameter(
  'header',
  'Idempotency-Key',
  'A UUID; the same key with the same bytes is the same file',
  { type: 'string', format: 'uuid' },
  true,
)
/** A route that takes a file as its body. */
const upload = (summary: string, parameters: readonly Json[]): Json => ({
  post: {
    summary,
    parameters: [fileKey, ...parameters],
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    responses: {
      201: { description: 'Checked', ...content(jsonSchema(zUploaded, 'output')) },
      default: problem,
    },
  },
})

/**
 * Routes of the command service besides the commands of the registry. A test compares them with the mounted
 * routes.
 */
export const actionPaths: readonly (readonly [path: string, Json])[] = [
  [
    '/api/login',
    open(act('Sign in with a password, and an authenticator code where required', zLogin, 200, zSignedIn)),
  ],
  [
    '/api/login/link',
    open(act('Request a sign-in link; the answer is the same for every address', zAskForLink, 202)),
  ],
  [
    '/api/login/forgot',
    open(act('Request a password reset link; the answer is the same for every address', zForgot, 202)),
  ],
  [
    '/api/login/ticket/look',
    open(
      act('Read what a link is for and what it needs; doesn’t use it up', zReadTicket, 200, zTicketDetails),
    ),
  ],
  ['/api/login/ticket', open(act('Redeem a link; works once', zRedeemTicket, 200, zSignedIn))],
  [
    '/api/login/idp/{provider}',
    open(
      act('Start signing in with an identity provider', zBeginProvider, 200, zProviderBegun, [
        parameter('path', 'provider', 'Its name in the settings'),
      ]),
    ),
  ],
  ['/api/login/auth', open(act('Return from an identity provider', zCallback, 200, zSignedIn))],
  [
    '/api/payout-alarm',
    open(
      act(
        'Stop payouts with the link in an email about changed payout settings',
        zPayoutAlarm,
        200,
        zPayoutAlarmed,
      ),
    ),
  ],
  [
    '/api/owner-changes/stop',
    open(
      act(
        'Stop a change of owners by Hearth; also for former owners, who sign in with it',
        zStopOwnerChange,
        200,
        zOwnerChangeStopped,
      ),
    ),
  ],
  ['/api/logout', act('Sign out', nothing, 204)],
  [
    '/api/session/handoff',
    act('Create a link for another device of the same person', nothing, 200, zHandoff),
  ],
  ['/api/session/switch-account', act('Switch to another account', zSwitchAccount, 200, zSwitchAccount)],
  ['/api/session/prove', act('Confirm your identity for actions that require it', zProve, 200, zProved)],
  ['/api/session/revoke', act('End one session', zRevokeSession, 204)],
  ['/api/session/revoke-all', act('End all other sessions', nothing, 200, zRevokedAll)],
  ['/api/account/password', act('Change or set the password; ends all other sessions', zChangePassword, 204)],
  ['/api/account/totp/begin', act('Start setting up an authenticator', nothing, 200, zTotpBegun)],
  ['/api/account/totp/enable', act('Finish setting up with the first code', zEnableTotp, 200, zTotpEnabled)],
  ['/api/account/totp/disable', act('Turn the authenticator off', nothing, 204)],
  ['/api/account/idp/unlink', act('Unlink an identity provider', zUnlinkProvider, 204)],
  [
    '/api/account/impersonation-code',
    act('Create a short-lived code that lets staff act on your behalf', nothing, 201, zHostCode),
  ],
  [
    '/api/impersonations/{id}/start',
    act('Start an impersonation session; staff', nothing, 200, zImpersonationRunning, [id]),
  ],
  [
    '/api/impersonations/{id}/approve-by-code',
    act('Approve a request with the host’s code; staff', zApproveByCode, 200, zDone, [id]),
  ],
  [
    '/api/impersonation/extend',
    act('Extend the impersonation session, once; staff', nothing, 200, zImpersonationRunning),
  ],
  [
    '/api/impersonation/end',
    act('End the impersonation session; staff', nothing, 200, z.object({ id: z.string() })),
  ],
  ['/api/impersonation/page-view', act('Record a page viewed while impersonating; staff', zPageView, 204)],
  ...operations.map((verb): readonly [string, Json] => [
    `/api/projections/{id}/${verb}`,
    act(`Request a read model’s ${verb}; staff`, nothing, 201, zDone, [id]),
  ]),
  ['/api/parked-streams/{id}/unpark', act('Retry a parked stream; staff', nothing, 201, zDone, [id])],
  [
    '/api/stopped-instances/{id}/unpark',
    act('Retry a stopped process manager instance; staff', nothing, 201, zDone, [id]),
  ],
  [
    '/api/requests/{id}/preview',
    act('Preview a decision about a request', zPreviewRequest, 200, zRequestPreview, [id]),
  ],
  [
    '/api/bookings/{id}/offer-preview',
    act('Preview another stay that a host offers', zOfferPreviewRequest, 200, zOfferPreview, [id]),
  ],
  [
    '/api/bookings/{id}/move-preview',
    act('Preview which listings a stay can move to', zMovePreviewRequest, 200, zMovePreview, [id]),
  ],
  [
    '/api/reviews/{id}/own-review',
    act('Read your own review while it is sealed', nothing, 200, zOwnReview, [id]),
  ],
  [
    '/api/tax-filings/{id}/download',
    {
      post: {
        summary: 'Download a file for a tax authority, with whole tax numbers; staff',
        parameters: [
          parameter('path', 'id', 'The form and the year, such as 1099-K-2025', { type: 'string' }),
        ],
        requestBody: { required: true, ...content(jsonSchema(zDownloadTaxFile, 'input')) },
        responses: {
          200: {
            description: 'Its bytes: CSV for the IRS, XML for DAC7',
            content: {
              'text/csv': { schema: { type: 'string' } },
              'application/xml': { schema: { type: 'string' } },
            },
          },
          default: problem,
        },
      },
    },
  ],
  ['/api/audit/verify', act('Verify the audit chain; staff', nothing, 200, z.object({}))],
  [
    '/api/payout-accounts/{id}/run',
    act(
      'Run the payouts of a past day; services',
      zRunOfDay,
      200,
      z.object({ payouts: z.array(z.string()) }),
      [id],
    ),
  ],
  [
    '/api/reconciliations',
    act(
      'Reconcile with the bank now; services',
      zReconcile,
      200,
      z.object({
        id: z.string(),
        payouts: z.int(),
        movements: z.int(),
        differences: z.array(z.looseObject({})),
      }),
    ),
  ],
  [
    '/api/job-queues/{id}/retry',
    act('Retry all failed jobs of a queue; staff', nothing, 200, zJobsRetried, [id]),
  ],
  [
    '/api/uploads',
    upload('Upload a file of a listing as the body; answered once it has been checked', [listing, fileName]),
  ],
  [
    '/api/incident-evidence',
    upload('Upload a file of an incident as the body, before or after it is reported', [listing, fileName]),
  ],
  [
    '/api/threads/{id}/attachments',
    upload('Upload a file for a message to a guest as the body; its ID goes into the message', [
      id,
      fileName,
    ]),
  ],
  [
    '/api/first-attachments',
    upload('Upload a file for the first message to a guest as the body', [listing, guest, fileName]),
  ],
  [
    '/api/reimbursements/{id}/files',
    upload('Upload evidence for a claim as the body; its ID goes into attach-evidence', [id, fileName]),
  ],
  [
    '/api/reimbursements/{id}/videos',
    upload('Upload a video of up to 50 MB for a claim as the body; its ID goes into attach-evidence', [
      id,
      fileName,
    ]),
  ],
  [
    '/api/guest-attachments',
    upload('Upload a file for a guest’s message as the body; services', [listing, guest, fileName]),
  ],
  [
    '/api/webhooks/bank',
    open({
      post: {
        summary: 'The outcome of transfers, signed by the bank',
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          204: { description: 'Recorded' },
          401: { description: 'The signature is wrong or too old' },
          404: { description: 'Unknown payout' },
          422: { description: 'Not a transfer event' },
        },
      },
    }),
  ],
  [
    '/api/webhooks/messages',
    open({
      post: {
        summary: 'The outcome of a message to a guest, signed by the gateway',
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          204: { description: 'Recorded, or about a message that is not known' },
          401: { description: 'The signature is wrong or too old' },
          422: { description: 'Not a receipt' },
        },
      },
    }),
  ],
  [
    '/api/webhooks/mail',
    open({
      post: {
        summary: 'An email of a guest, signed by the email provider',
        requestBody: {
          required: true,
          content: { 'message/rfc822': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: {
          200: { description: 'Taken as a message or a report, or no message at all' },
          401: { description: 'The signature is wrong or too old' },
          404: { description: 'No address of a conversation' },
          413: { description: 'Over 25 MB' },
          422: { description: 'Nothing to read, or too much' },
          429: { description: 'Too many emails of this guest; deliver it again later' },
        },
      },
    }),
  ],
  [
    '/monitoring',
    open({
      post: {
        summary: 'Forward a browser’s error report; the answer is always empty',
        requestBody: {
          required: true,
          content: { 'application/x-sentry-envelope': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: {
          200: { description: 'Accepted' },
          413: { description: 'Over 200 kB' },
          429: { description: 'Wait for the time in Retry-After' },
        },
      },
    }),
  ],
]
