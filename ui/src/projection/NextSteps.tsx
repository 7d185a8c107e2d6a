import type { ProjectionRow } from '@hearth/contracts/projection'
import { useText } from '../i18n/text.ts'
import { utc } from '../components/dates/instants.ts'
import { OperationButton } from './OperationButton.tsx'
import type { OtherBuild } from './projectionLines.ts'
import styles from './Projections.module.css'

type Props = { row: ProjectionRow; other: OtherBuild }

const Discard = ({ row, other }: Props) => {
  const t = useText()
  // The projector would immediately restart a build that changed code started.
  if (other.reason === 'version' && other.status !== 'standby') return null
  return (
    <OperationButton
      resource="projections"
      id={row.id}
      verb="discard"
      label={t('projection.detail.discard', { build: other.build })}
      confirm={{
        title: t('projection.detail.confirm.discard', { build: other.build, name: row.id }),
        text: t(`projection.detail.confirm.discardText.${other.status}`, { build: row.build }),
        destructive: true,
      }}
    />
  )
}

/** Starts another build. */
export const Rebuild = ({ row, again = false }: { row: ProjectionRow; again?: boolean }) => {
  const t = useText()
  return (
    <OperationButton
      resource="projections"
      id={row.id}
      verb="rebuild"
      {...(again ? { variant: 'text', size: 'small' } : {})}
      label={t(again ? 'projection.detail.rebuildAgain' : 'projection.detail.rebuild')}
      confirm={{
        title: t('projection.detail.confirm.rebuild', { name: row.id }),
        text: t('projection.detail.confirm.rebuildText'),
      }}
    />
  )
}

/** The previous table is kept for a while: switches back to it. */
const AfterCutover = ({ row, other }: Props) => {
  const t = useText()
  const text = t('projection.detail.ifBackText', {
    to: other.build,
    until: other.keepUntil === null ? '–' : `${utc(other.keepUntil)} UTC`,
  })
  return (
    <section>
      <h3>{t('projection.detail.ifBack')}</h3>
      <p className="q small num">{text}</p>
      <div className={styles['buttons']}>
        <Discard row={row} other={other} />
        <OperationButton
          resource="projections"
          id={row.id}
          verb="rollback"
          label={t('projection.detail.rollback', { build: other.build })}
          confirm={{
            title: t('projection.detail.confirm.rollback', { build: other.build, name: row.id }),
            text,
          }}
        />
      </div>
      <p className={styles['again']}>
        <Rebuild row={row} again />
      </p>
    </section>
  )
}

/** The new table is complete: cuts over to it. */
const BeforeCutover = ({ row, other }: Props) => {
  const t = useText()
  const text = t('projection.detail.ifCutOverText', { from: row.build, to: other.build })
  const differs = other.difference !== null && other.difference.rows.length > 0
  const warning =
    other.difference === null
      ? t('projection.detail.confirm.cutoverBlind')
      : differs
        ? t('projection.detail.confirm.cutoverDiffer', { build: other.build })
        : undefined
  return (
    <section>
      <h3>{t('projection.detail.ifCutOver')}</h3>
      <p className="q small">{text}</p>
      <div className={styles['buttons']}>
        <Discard row={row} other={other} />
        <OperationButton
          resource="projections"
          id={row.id}
          verb="cutover"
          filled={other.difference !== null}
          label={t('projection.detail.cutover', { build: other.build })}
          confirm={{
            title: t('projection.detail.confirm.cutover', { build: other.build, name: row.id }),
            text: (
              <>
                {warning && <p className={styles['warning']}>{warning}</p>}
                <p>{text}</p>
              </>
            ),
            destructive: differs,
          }}
        />
      </div>
      <p className={styles['again']}>
        <Rebuild row={row} again />
      </p>
    </section>
  )
}

/** What can be done with the build that does not serve. */
export const NextSteps = ({ row, other }: Props) => {
  const t = useText()
  if (other.status === 'standby') return <AfterCutover row={row} other={other} />
  if (other.status !== 'building') return <BeforeCutover row={row} other={other} />
  const mayDiscard = other.reason !== 'version'
  return (
    <section>
      <p className="q small">{t('projection.detail.waitForReady')}</p>
      {mayDiscard && (
        <div className={styles['buttons']}>
          <Discard row={row} other={other} />
        </div>
      )}
    </section>
  )
}
