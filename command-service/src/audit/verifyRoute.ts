import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import type { AuditChain } from './auditChain.ts'

/**
 * `POST /api/audit/verify {}` → {streams, events, tampered: [{stream, revision, commit, what}], head}:
 * whether the audit is still what was written. Changes nothing.
 */
export const verifyAuditRoute = (chain: Pick<AuditChain, 'verify'>): Route =>
  route({
    method: 'POST',
    path: '/api/audit/verify',
    access: { capability: 'audit.read' },
    tenant: 'any',
    rate: 'write',
    body: z.strictObject({}),
    handler: async () => ({ status: 200, body: await chain.verify() }),
  })
