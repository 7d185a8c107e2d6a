import { commandDefinitions } from '@hearth/contracts'
import { newId, zId } from '@hearth/contracts/kernel/ids'
import type { Refusal } from '@hearth/platform/http/handleRoute'
import { createInternal } from '../runtime/internal.ts'
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

/** Records the commands that staff were refused during an impersonation, before they get the answer. */
export const recordRefusal =
  (handle: (envelope: Envelope) => Promise<Outcome>) =>
  async ({ principal, path, recordId, code, correlationId }: Refusal): Promise<void> => {
    const { impersonation } = principal
    if (impersonation === undefined) return
    const data = { command: COMMANDS.get(path) ?? path, recordId: zId.safeParse(recordId).data ?? null, code }
    const outcome = await handle({
      ...createInternal(
        { kind: 'command', commandId: newId(), type: 'RecordRefusedCommand', id: impersonation.id, data },
        { correlationId },
      ),
      principal,
    })
    if (outcome.kind === 'rejected')
      throw new Error(`A refused command could not be written down: ${outcome.code}`)
  }
