import { RETRIED, zFailureSender, type CommandFailures } from '@hearth/contracts/projection/commandFailures'
import { Figure, Figures } from '../../components/display/Figures.tsx'
import { formatCount } from '../../components/display/formatCount.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Segments } from '../../components/form/Segments.tsx'
import { SelectOne } from '../../components/form/SelectOne.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { commandFailuresTexts } from '../../i18n/en/commandFailures.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Failures.module.css'
import { countCodes } from './heatMap.ts'
import { HeatMap } from './HeatMap.tsx'
import { OpenedCell } from './OpenedCell.tsx'
import { useFailures, useFailuresView, type FailuresView } from './useFailures.ts'

addTexts({ commandFailures: commandFailuresTexts })

type Props = { failures: CommandFailures; view: FailuresView }
const ALL = ''

const Controls = ({ failures: { cells }, view }: Props) => {
  const t = useText()
  const closed = { command: undefined, slot: undefined }
  return (
    <div className={styles['controls']}>
      <Segments
        label={t('commandFailures.step.label')}
        options={(['hour', 'day'] as const).map((key) => ({ key, text: t(`commandFailures.step.${key}`) }))}
        chosen={view.by}
        onChange={(by) => view.change({ ...closed, by })}
      />
      <SelectOne
        label={t('commandFailures.sender.label')}
        options={[
          { key: ALL, text: t('commandFailures.sender.all') },
          ...zFailureSender.options.map((key) => ({ key, text: t(`commandFailures.sender.${key}`) })),
        ]}
        chosen={view.sender ?? ALL}
        onChange={(sender) => view.change({ ...closed, sender: sender === ALL ? undefined : sender })}
      />
      <SelectOne
        label={t('commandFailures.code.label')}
        options={[
          { key: ALL, text: t('commandFailures.code.all') },
          ...countCodes(cells).map(({ code, count }) => ({
            key: code,
            text: t('commandFailures.code.option', {
              code: code === RETRIED ? t('commandFailures.retried') : code,
              count: formatCount(count),
            }),
          })),
        ]}
        chosen={view.code ?? ALL}
        onChange={(code) => view.change({ ...closed, code: code === ALL ? undefined : code })}
      />
    </div>
  )
}

const Totals = ({ failures: { by, cells, stuck } }: Pick<Props, 'failures'>) => {
  const t = useText()
  const count = (isCounted: (code: string) => boolean) =>
    cells.filter(({ code }) => isCounted(code)).reduce((total, cell) => total + cell.count, 0)
  const retried = count((code) => code === RETRIED)
  return (
    <section aria-label={t('commandFailures.figures.label')}>
      <Figures>
        <Figure
          label={t('commandFailures.figures.refused')}
          value={formatCount(count((code) => code !== RETRIED))}
          note={t(`commandFailures.figures.refusedNote.${by}`)}
        />
        <Figure
          label={t('commandFailures.figures.retried')}
          value={formatCount(retried)}
          note={t('commandFailures.figures.retriedNote')}
          late={retried > 0}
        />
        <Figure
          label={t('commandFailures.figures.stuck')}
          value={formatCount(stuck)}
          note={t(`commandFailures.figures.stuckNote.${by}`)}
          late={stuck > 0}
        />
        <Figure
          label={t('commandFailures.figures.commands')}
          value={formatCount(new Set(cells.map(({ command }) => command)).size)}
          note={t('commandFailures.figures.commandsNote')}
        />
      </Figures>
    </section>
  )
}

/** Which commands of the system fail when, and with which code. */
const FailuresReport = () => {
  const t = useText()
  const view = useFailuresView()
  return (
    <Loaded query={useFailures(view)} failed={t('commandFailures.failed')} height={420}>
      {(failures) => (
        <>
          <Controls failures={failures} view={view} />
          <Totals failures={failures} />
          <div className={styles['cards']}>
            <Card title={t('commandFailures.map.title')} note={t('commandFailures.map.note')}>
              {failures.cells.length === 0 ? (
                <EmptyState
                  icon="check"
                  title={t('commandFailures.map.none')}
                  text={t('commandFailures.map.noneText')}
                />
              ) : (
                <HeatMap failures={failures} view={view} />
              )}
            </Card>
            {view.open !== undefined && <OpenedCell cell={view.open} view={view} />}
          </div>
          <p className={`small q ${styles['explained']}`}>{t('commandFailures.explained')}</p>
        </>
      )}
    </Loaded>
  )
}
export default FailuresReport
