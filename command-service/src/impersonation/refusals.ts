import { commandDefinitions } from '@hearth/contracts'
import { newId, zId } from '@hearth/contracts/kernel/ids'
import type { Refusal } from '@hearth/platform/http/app'
import { internalOf } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'

/** Commands by the pattern of their route. */
const COMMANDS: ReadonlyMap<string, string> = new Map(
  [...commandDefinitions].flatMap(
    ([
      type,
      {
        definition: { route },
      },
    ]) =>
      route === undefined
        ? []
        : [
            [
              route.verb === undefined
                ? `/api/${route.collection}`
                : `/api/${route.collection}/:id/${route.verb}`,
              type,
            ] as const,
          ],
  ),
)

/** Writes down what staff tried in a host's place and were refused, before they are told. */
export const recordRefusal =
  (handle: (envelope: Envelope) => Promise<Outcome>) =>
  async ({ principal, path, recordId, code, correlationId }: Refusal): Promise<void> => {
    const place = principal.impersonation
    if (place === undefined) return
    const data = { command: COMMANDS.get(path) ?? path, recordId: zId.safeParse(recordId).data ?? null, code }
    const outcome = await handle({
      ...internalOf(
        { kind: 'command', commandId: newId(), type: 'RecordRefusedCommand', id: place.id, data },
        { correlationId },
      ),
      principal,
    })
    if (outcome.kind === 'rejected')
      throw new Error(`A refused command could not be written down: ${outcome.code}`)
  }
