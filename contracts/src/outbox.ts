import { z } from 'zod'
import { commandDefinitions, type DomainCommand } from './index.ts'
import { zInstant } from './kernel/dates.ts'
import { zId } from './kernel/ids.ts'
import type { Work } from './kernel/process.ts'

/**
 * Work as the outbox stores it. A timer stays there for months, so a stored shape is never taken away: a
 * command that the system issues gets further fields only as optional ones.
 */
const zStoredWork = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('job'), name: z.string().min(1), data: z.record(z.string(), z.string()) }),
  z.strictObject({
    kind: z.literal('command'),
    commandId: zId,
    type: z.string(),
    id: z.string().exactOptional(),
    data: z.unknown(),
    occurredAt: zInstant.exactOptional(),
  }),
])

export type ParsedWork =
  | Readonly<{ ok: true; work: Work<DomainCommand> }>
  /** `problem` names the command or job and its wrong fields, as JSON pointers. */
  | Readonly<{ ok: false; problem: string }>

const nameIn = (stored: unknown): string => {
  const named = z
    .object({ type: z.string() })
    .or(z.object({ name: z.string() }))
    .safeParse(stored).data
  return named === undefined ? 'work without a name' : 'type' in named ? named.type : named.name
}

const describeIssues = ({ issues }: z.ZodError, root = ''): string =>
  issues.map(({ path, message }) => `${[root, ...path].join('/') || '/'}: ${message}`).join('; ')

/** Reads stored work; the data of a command by the command's own schema. */
export const parseWork = (stored: unknown): ParsedWork => {
  const refuse = (problem: string): ParsedWork => ({ ok: false, problem: `${nameIn(stored)}: ${problem}` })
  const read = zStoredWork.safeParse(stored)
  if (!read.success) return refuse(describeIssues(read.error))
  if (read.data.kind === 'job') return { ok: true, work: read.data }
  const command = read.data
  const known = commandDefinitions.get(command.type)
  if (known === undefined) return refuse('the command is unknown')
  const data = known.definition.schema.safeParse(command.data)
  if (!data.success) return refuse(describeIssues(data.error, '/data'))
  // The schema of its type has just checked the data, which the compiler cannot follow.
  return { ok: true, work: { ...command, data: data.data } as Work<DomainCommand> }
}
