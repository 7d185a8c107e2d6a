import { readProblem, problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { formatRange } from '../../components/dates/localDate.ts'
import type { blocksTexts } from '../../i18n/en/blocks.ts'

type ConflictKind = keyof (typeof blocksTexts)['kind']
type Conflict = Readonly<{ kind: ConflictKind; start: string; end: string }>

const readConflicts = (error: unknown): readonly Conflict[] => {
  const found = readProblem(error)?.['conflicts']
  return Array.isArray(found) ? (found as readonly Conflict[]) : []
}

/** Why the command was refused, and which bookings or blocks have the nights. */
export const Refusal = ({ error }: { error: unknown }) => {
  const t = useText()
  if (error === null || error === undefined) return null
  return (
    <div role="alert" className="bad-ink small">
      <p>{problemText(error, t)}</p>
      <ul>
        {readConflicts(error).map(({ kind, start, end }) => (
          <li key={`${kind}${start}`} className="num">
            {t(`blocks.kind.${kind}`)}, {formatRange(start, end)}
          </li>
        ))}
      </ul>
    </div>
  )
}
