import { deriveId } from '@hearth/contracts/kernel/ids'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { TaxEntity, TaxProfileCommand } from '@hearth/contracts/tax-profile'
import { compactNumber, compactVatId, type TaxNumber } from './taxNumber.ts'

/** Commands that bring numbers, which go into the vault before the command is decided. */
export const NUMBERED = ['SubmitTaxForm', 'ImportTaxForm', 'SubmitDac7', 'SetVatId'] as const
export type NumberedCommand = OfType<TaxProfileCommand, (typeof NUMBERED)[number]>

export const isNumbered = (command: TaxProfileCommand): command is NumberedCommand =>
  NUMBERED.some((type) => type === command.type)

/** The id under which the vault stores the numbers of a command; the same when it is repeated. */
export const vaultRefFor = (hostAccountId: string, commandId: string) =>
  deriveId('tax-vault', hostAccountId, commandId)

const compact = (tin: TaxNumber): TaxNumber => ({ ...tin, number: compactNumber(tin.number) })

/** The numbers of a command as they are stored, in its order. */
export const listNumbers = (command: NumberedCommand): readonly TaxNumber[] => {
  switch (command.type) {
    case 'SubmitTaxForm':
    case 'ImportTaxForm':
      return [compact(command.data.tin)]
    case 'SubmitDac7':
      return command.data.tins.map(compact)
    case 'SetVatId': {
      const { country, number } = command.data
      return [{ country, type: 'foreign', number: compactVatId(country, number) }]
    }
  }
}

/** Whose the numbers of a command are. */
export const entityIn = (command: NumberedCommand): TaxEntity =>
  command.type === 'SetVatId' ? 'company' : command.data.entity
