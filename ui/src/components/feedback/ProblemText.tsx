import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'

/** Why a command was refused, beside its button. */
export const ProblemText = ({ error }: { error: unknown }) => {
  const t = useText()
  return error === null || error === undefined ? null : (
    <p role="alert" className="bad-ink small">
      {problemText(error, t)}
    </p>
  )
}
