import type { PolicyReplay } from '@hearth/contracts/policy'
import { formatReaderInstant } from '../components/dates/localDate.ts'
import { Icon, type IconName } from '../components/display/icons.tsx'
import { Card } from '../components/layout/Card.tsx'
import { useText } from '../i18n/text.ts'
import { compareTerms } from './describeTerms.ts'
import styles from './Replay.module.css'
import type { PolicyVersion } from './useReplay.ts'

const Change = ({ code, before, after }: PolicyReplay['changes'][number]) => {
  const t = useText()
  const { removed, added, kept } = compareTerms(before, after, t)
  return (
    <li>
      <p className="strong">{after.label}</p>
      <p className="cap c">{code}</p>
      {removed.map((line) => (
        <del key={line}>
          <span aria-hidden>− </span>
          <span className="sr">{t('policy.changes.removed')}: </span>
          {line}
        </del>
      ))}
      {added.map((line) => (
        <ins key={line}>
          <span aria-hidden>+ </span>
          <span className="sr">{t('policy.changes.added')}: </span>
          {line}
        </ins>
      ))}
      {kept.length > 0 && <p className="small q">{t('policy.changes.kept', { lines: kept.join(', ') })}</p>}
    </li>
  )
}

const Changes = ({ replay: { version, changes } }: { replay: PolicyReplay }) => {
  const t = useText()
  return (
    <Card title={t('policy.changes.title', { version })}>
      {changes.length === 0 ? (
        <p className={`q ${styles['none']}`}>{t('policy.changes.none')}</p>
      ) : (
        <ul className={styles['changes']}>
          {changes.map((change) => (
            <Change key={change.code} {...change} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Proposal = ({ version }: { version: PolicyVersion }) => {
  const t = useText()
  const lines: readonly (readonly [IconName, string])[] = [
    ['users', t('policy.proposal.another')],
    ['clock', t('policy.proposal.from', { time: formatReaderInstant(version.effectiveFrom) })],
    ['lock', t('policy.proposal.keep')],
    ...(version.reason === null
      ? []
      : ([['info', t('policy.proposal.reason', { reason: version.reason })]] as const)),
  ]
  return (
    <Card title={t('policy.proposal.title')}>
      <ul className={styles['proposal']}>
        {lines.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} size={16} />
            {text}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What the version says, what would follow from its approval, and what a replay can't know. */
export const VersionCards = ({
  replay,
  version,
}: {
  replay: PolicyReplay
  version: PolicyVersion | undefined
}) => {
  const t = useText()
  return (
    <div className={styles['side']}>
      <Changes replay={replay} />
      {version?.state === 'proposed' && <Proposal version={version} />}
      <Card title={t('policy.limits.title')}>
        <p className={`q ${styles['none']}`}>{t('policy.limits.text')}</p>
      </Card>
    </div>
  )
}
