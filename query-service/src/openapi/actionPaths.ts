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
  zLookAtTicket,
  zProve,
  zProved,
  zProviderBegun,
  zRedeemTicket,
  zSignedIn,
  zTicketLook,
} from '@hearth/contracts/login'
import { zReconcile, zRunOfDay } from '@hearth/contracts/payout'
import { zPayoutAlarm, zPayoutAlarmed } from '@hearth/contracts/payout-account'
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
import { z } from 'zod'
import { act, content, id, jsonSchema, open, parameter, problem, type Json } from './parts.ts'

const nothing = z.strictObject({})
const zDone = z.object({ id: z.string(), revision: z.int(), events: z.array(z.string()) })
const operations = ['rebuild', 'verify', 'cutover', 'rollback', 'discard'] as const

/**
 * What command-service takes besides the commands of the registry. A test holds this against the routes that
 * are mounted.
 */
export const actionPaths: readonly (readonly [path: string, Json])[] = [
  [
    '/api/login',
    open(
      act('Sign in by password, and by the authenticator’s code where one is needed', zLogin, 200, zSignedIn),
    ),
  ],
  [
    '/api/login/link',
    open(act('Ask for a link to sign in by; the answer is the same whoever it is', zAskForLink, 202)),
  ],
  [
    '/api/login/forgot',
    open(act('Ask for a link to set a new password by; the answer is the same whoever it is', zForgot, 202)),
  ],
  [
    '/api/login/ticket/look',
    open(act('What a link is for and what it needs; consumes nothing', zLookAtTicket, 200, zTicketLook)),
  ],
  ['/api/login/ticket', open(act('Redeem a link, once', zRedeemTicket, 200, zSignedIn))],
  [
    '/api/login/idp/{provider}',
    open(
      act('Begin to sign in at an identity provider', zBeginProvider, 200, zProviderBegun, [
        parameter('path', 'provider', 'Its name in the settings'),
      ]),
    ),
  ],
  ['/api/login/auth', open(act('The way back from an identity provider', zCallback, 200, zSignedIn))],
  [
    '/api/payout-alarm',
    open(
      act(
        'The link in a mail about how a host is paid: it was not me; payouts stop',
        zPayoutAlarm,
        200,
        zPayoutAlarmed,
      ),
    ),
  ],
  ['/api/logout', act('Sign out', nothing, 204)],
  ['/api/session/handoff', act('A link for another device of the same person', nothing, 200, zHandoff)],
  ['/api/session/switch-account', act('Act for another account', zSwitchAccount, 200, zSwitchAccount)],
  ['/api/session/prove', act('Prove that it is you, for what asks for it', zProve, 200, zProved)],
  ['/api/session/revoke', act('End one session', zRevokeSession, 204)],
  ['/api/session/revoke-all', act('End every other session', nothing, 200, zRevokedAll)],
  [
    '/api/account/password',
    act('Change or set the password; ends every other session', zChangePassword, 204),
  ],
  ['/api/account/totp/begin', act('Begin to set up an authenticator', nothing, 200, zTotpBegun)],
  ['/api/account/totp/enable', act('Finish it by its first code', zEnableTotp, 200, zTotpEnabled)],
  ['/api/account/totp/disable', act('Do without the authenticator', nothing, 204)],
  ['/api/account/idp/unlink', act('Unlink an identity provider', zUnlinkProvider, 204)],
  [
    '/api/account/impersonation-code',
    act('A code by which staff may act in one’s place, for a short time', nothing, 201, zHostCode),
  ],
  [
    '/api/impersonations/{id}/start',
    act('Take the host’s place; staff', nothing, 200, zImpersonationRunning, [id]),
  ],
  [
    '/api/impersonations/{id}/approve-by-code',
    act('Approve by the host’s code; staff', zApproveByCode, 200, zDone, [id]),
  ],
  [
    '/api/impersonation/extend',
    act('Stay in the host’s place for longer, once; staff', nothing, 200, zImpersonationRunning),
  ],
  [
    '/api/impersonation/end',
    act('Leave the host’s place; staff', nothing, 200, z.object({ id: z.string() })),
  ],
  [
    '/api/impersonation/page-view',
    act('A page that was looked at in the host’s place; staff', zPageView, 204),
  ],
  ...operations.map((verb): readonly [string, Json] => [
    `/api/projections/{id}/${verb}`,
    act(`Ask for a read model’s ${verb}; staff`, nothing, 201, zDone, [id]),
  ]),
  [
    '/api/parked-streams/{id}/unpark',
    act('Try a stream again that a read model put aside; staff', nothing, 201, zDone, [id]),
  ],
  [
    '/api/stopped-instances/{id}/unpark',
    act('Let an instance of a process manager go on that an event had stopped; staff', nothing, 201, zDone, [
      id,
    ]),
  ],
  ['/api/audit/verify', act('Verify the chain of the audit; staff', nothing, 200, z.object({}))],
  [
    '/api/payout-accounts/{id}/run',
    act(
      'Make up for the payout run of a day that has passed; services',
      zRunOfDay,
      200,
      z.object({ payouts: z.array(z.string()) }),
      [id],
    ),
  ],
  [
    '/api/reconciliations',
    act(
      'Compare everything with the bank now; services',
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
    act('Put every failed job of a queue back; staff', nothing, 200, zJobsRetried, [id]),
  ],
  [
    '/api/uploads',
    {
      post: {
        summary: 'A file of a listing, as the body; answered once it is judged',
        parameters: [
          parameter(
            'header',
            'Idempotency-Key',
            'A UUID; the same key and bytes again are the same file',
            { type: 'string', format: 'uuid' },
            true,
          ),
          parameter('query', 'listingId', 'Whose file it is', { type: 'string', format: 'uuid' }, true),
          parameter('query', 'name', 'What its sender calls it'),
        ],
        requestBody: {
          required: true,
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: {
          201: { description: 'Judged', ...content(jsonSchema(zUploaded, 'output')) },
          default: problem,
        },
      },
    },
  ],
  [
    '/api/webhooks/bank',
    open({
      post: {
        summary: 'What became of transfers, told and signed by the bank',
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          204: { description: 'Written down' },
          401: { description: 'The signature does not fit or is too old' },
          404: { description: 'No such payout' },
          422: { description: 'No event of a transfer' },
        },
      },
    }),
  ],
  [
    '/monitoring',
    open({
      post: {
        summary: 'Error reports of browsers, passed on; always an empty answer',
        requestBody: {
          required: true,
          content: { 'application/x-sentry-envelope': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: {
          200: { description: 'Taken' },
          413: { description: 'Over 200 kB' },
          429: { description: 'Wait as long as Retry-After says' },
        },
      },
    }),
  ],
]
