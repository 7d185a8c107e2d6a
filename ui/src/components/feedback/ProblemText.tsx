import { problemText, readProblem } from '../../data/http/problems.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { formatReaderInstant } from '../dates/localDate.ts'

/** Who decided first, on the reader’s clock; undefined for other problems. */
const decidedText = (error: unknown, t: Text): string | undefined => {
  const problem = readProblem(error)
  if (problem?.code !== 'ALREADY_DECIDED') return undefined
  const { decidedByName: name, decidedAt: at } = problem
  return typeof name === 'string' && typeof at === 'string'
    ? t('app.decidedFirst', { name, at: formatReaderInstant(at) })
    : undefined
}

/** Why a command was refused, beside its button. */
export const ProblemText = ({ error }: { error: unknown }) => {
  const t = useText()
  return error === null || error === undefined ? null : (
    <p role="alert" className="bad-ink small">
      {decidedText(error, t) ?? problemText(error, t)}
    </p>
  )
}
