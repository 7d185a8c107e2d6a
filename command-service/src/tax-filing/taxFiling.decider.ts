import type { TaxFilingCommand, TaxFilingEvent } from '@hearth/contracts/tax-filing'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import { unmet } from '../runtime/refusals.ts'
import type { TaxFilingFacts } from './taxFiling.facts.ts'
import { listFiled, taxFilingFold, type TaxFilingState } from './taxFiling.state.ts'

const REPORT = '/internal/reports'

/** Every document is in one file (docs/domain/tax-filing.md#files). */
export const taxFiling: Decider<TaxFilingState, TaxFilingCommand, TaxFilingEvent, TaxFilingFacts> = {
  ...taxFilingFold,
  decide: {
    MakeTaxFile: (_data, state, { id: taxFilingId, actor, facts: { file, leftOut }, idFor }) => {
      const fileId = idFor('tax-file')
      if (state.files.some((made) => made.fileId === fileId)) return accept([])
      if (file === 'no_operator')
        return unmet(
          'OPERATOR_UNKNOWN',
          'Hearth’s details for tax authorities are missing: TAX_OPERATOR.',
          REPORT,
        )
      if (file === 'nothing')
        return unmet(
          'NOTHING_TO_FILE',
          leftOut.length === 0
            ? 'Every document of this form and year is in a file.'
            : `Nothing can be filed: ${leftOut.length} documents are incomplete.`,
          REPORT,
        )
      const filed = listFiled(state)
      if (file.documents.some(({ documentId }) => filed.has(documentId)))
        return reject('CONCURRENT_CHANGE', 'Another file was made in the meantime. Try again.')
      return accept([
        {
          type: 'TaxFileMade',
          data: { taxFilingId, fileId, ...file, leftOut: [...leftOut], madeBy: actor.id },
        },
      ])
    },
  },
}
