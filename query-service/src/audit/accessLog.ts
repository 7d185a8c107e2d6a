import { AsyncLocalStorage } from 'node:async_hooks'
import { nameRead } from '@hearth/contracts/audit'
import { PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { RawRequest, Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import type { AccessLog, ShownRows } from '../runtime/sources.ts'
import { createAccessWriter, type Access } from '@hearth/platform/audit/accessWriter'

type Noted = Readonly<{ resource: string; rows: ShownRows }>

const groupByAccount = (rows: ShownRows): ReadonlyMap<string, readonly string[]> => {
  const ids = new Map<string, string[]>()
  for (const { id, tenantId } of rows) ids.set(tenantId, [...(ids.get(tenantId) ?? []), id])
  for (const none of [PLATFORM_TENANT, '']) ids.delete(none)
  return ids
}

/** The rows of all notes, by what the access log calls them. */
const groupByResource = (noted: readonly Noted[]): ReadonlyMap<string, ShownRows> => {
  const all = new Map<string, ShownRows>()
  for (const { resource, rows } of noted) all.set(resource, [...(all.get(resource) ?? []), ...rows])
  return all
}

/** In an impersonation every read counts, also one that found nothing. */
const toAccesses = (
  { actor, tenantId = '', impersonation }: Principal,
  noted: readonly Noted[],
  at: string,
): readonly Access[] => {
  const whose = { staffUserId: actor.id, impersonationId: impersonation?.id ?? null, at }
  return [...groupByResource(noted)].flatMap(([resource, rows]) =>
    impersonation === undefined
      ? [...groupByAccount(rows)].map(([hostAccountId, recordIds]) => ({
          ...whose,
          hostAccountId,
          resource,
          recordIds,
        }))
      : [{ ...whose, hostAccountId: tenantId, resource, recordIds: rows.map(({ id }) => id) }],
  )
}

const namedIn = (params: unknown): ShownRows =>
  Object.entries(params ?? {}).flatMap(([name, id]) =>
    name === 'id' && typeof id === 'string' ? [{ id, tenantId: '' }] : [],
  )

/** The access log, and how a request is recorded in it. */
export const openAccessLog = ({
  pool,
  now,
  log,
}: Readonly<{ pool: Pick<pg.Pool, 'query'>; now: () => number; log: Pick<Log, 'warn'> }>) => {
  const write = createAccessWriter({ pool, log })
  const noting = new AsyncLocalStorage<Readonly<{ name: string; noted: Noted[] }>>()
  const record = (principal: Principal, noted: readonly Noted[]) =>
    write(toAccesses(principal, noted, new Date(now()).toISOString()))
  const note: AccessLog['note'] = (rows, resource) => {
    const store = noting.getStore()
    store?.noted.push({ resource: resource ?? store.name, rows })
  }
  return {
    note,
    record: async (principal: Principal, rows: ShownRows, resource: string): Promise<void> => {
      if (principal.actor.kind === 'staff') await record(principal, [{ resource, rows }])
    },
    /**
     * Makes the answer and records what it shows. In an impersonation every route is recorded by its name.
     */
    recordAnswer: async (
      { path, run }: Pick<Route, 'path' | 'run'>,
      raw: RawRequest,
      principal: Principal,
    ): ReturnType<Route['run']> => {
      const name = nameRead(path)
      const noted: Noted[] = []
      const answer = await noting.run({ name, noted }, () => run(raw))
      if (answer instanceof AppProblem) return answer
      if (principal.impersonation !== undefined && !noted.some(({ resource }) => resource === name))
        noted.push({ resource: name, rows: namedIn(raw.params) })
      await record(principal, noted)
      return answer
    },
  }
}

export type OpenAccessLog = ReturnType<typeof openAccessLog>

/**
 * Records what staff read by a route, before they see it
 * (docs/decisions/0048-reads-are-recorded-first.md). Routes without an account’s data, and those that write,
 * are left as they are.
 */
export const recordReads =
  ({ accessLog }: Readonly<{ accessLog: Pick<OpenAccessLog, 'recordAnswer'> }>) =>
  (entry: Route): Route =>
    entry.method !== 'GET' || entry.tenant === 'none'
      ? entry
      : {
          ...entry,
          run: (raw) =>
            raw.principal?.actor.kind === 'staff'
              ? accessLog.recordAnswer(entry, raw, raw.principal)
              : entry.run(raw),
        }
