import type { RequestStatus } from '@hearth/contracts/request'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { readProblem } from '../../data/http/problems.ts'
import { requestTexts } from '../../i18n/en/request.ts'
import { useText } from '../../i18n/text.ts'
import styles from './RequestPage.module.css'

type Decided = keyof typeof requestTexts.outcome.already
const isDecided = (status: unknown): status is Decided & RequestStatus =>
  typeof status === 'string' && Object.hasOwn(requestTexts.outcome.already, status)

/** Who came first, and when, where another person had already decided. */
const readDecided = (error: unknown) => {
  const problem = readProblem(error)
  if (problem?.code !== 'ALREADY_DECIDED') return undefined
  const { requestStatus: status, decidedByName: name, decidedAt: at } = problem
  return isDecided(status) && typeof name === 'string' && typeof at === 'string'
    ? { status, name, at }
    : undefined
}

/** Why the answer was refused; who decided before it, on the reader’s clock. */
export const AlreadyDecided = ({ error }: { error: unknown }) => {
  const t = useText()
  const format = useFormatDeadline()
  const decided = readDecided(error)
  if (error === null || error === undefined) return null
  return (
    <div className={styles['part']}>
      {decided === undefined ? (
        <ProblemText error={error} />
      ) : (
        <p role="alert" className="num strong">
          {t(`request.outcome.already.${decided.status}`, { name: decided.name, time: format(decided.at) })}
        </p>
      )}
    </div>
  )
}
