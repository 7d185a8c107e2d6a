import type { Who } from '@hearth/contracts/event'
import type { Principal } from '@hearth/platform/session/principal'
import type pg from 'pg'
import { validate } from 'uuid'

export type Person = Readonly<{ name: string; staffRole: string | null }>

/** The people behind actor ids; services and people who are gone are left out. */
export const loadPeople = async (
  pool: pg.Pool,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Person>> => {
  const wanted = [...new Set(ids)].filter((id) => validate(id))
  if (wanted.length === 0) return new Map()
  const { rows } = await pool.query<{ id: string; display_name: string; staff_role: string | null }>(
    'select id, display_name, staff_role from app.app_user where id = any($1::uuid[])',
    [wanted],
  )
  return new Map(rows.map((row) => [row.id, { name: row.display_name, staffRole: row.staff_role }]))
}

const SERVICES: Readonly<Record<string, Omit<Who, 'id'>>> = {
  gateway: { name: 'Guest', kind: 'guest' },
  importer: { name: 'Import', kind: 'service' },
  scheduler: { name: 'Hearth', kind: 'service' },
  provider: { name: 'Payment provider', kind: 'service' },
}

/** Describes an actor from the point of view of the caller. */
export const describeActor = (
  actorId: string,
  people: ReadonlyMap<string, Person>,
  principal: Principal,
): Who => {
  const person = people.get(actorId)
  if (actorId === principal.actor.id)
    return { id: actorId, name: person?.name ?? principal.actor.name, kind: 'you' }
  if (person)
    return {
      id: actorId,
      name: person.staffRole === null ? person.name : `${person.name}, Hearth ${person.staffRole}`,
      kind: person.staffRole === null ? 'host' : 'staff',
    }
  return {
    id: actorId,
    ...(SERVICES[actorId] ?? {
      name: validate(actorId) ? 'Former member' : 'Hearth',
      kind: validate(actorId) ? 'host' : 'service',
    }),
  }
}
