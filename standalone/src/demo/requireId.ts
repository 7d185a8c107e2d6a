import type { Id } from '@hearth/contracts/kernel/ids'
import type { CommandResult } from '../commands/commandSender.ts'

/** The id in the answer to a command that the demo data may not have refused. */
export const requireId = (result: CommandResult): Id => {
  if (!result.ok) throw new Error(`Demo data was refused: ${result.code}, ${result.detail}`)
  return result.id
}
