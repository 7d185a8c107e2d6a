import { useState } from 'react'
import { Button, IconButton } from '@mui/material'
import { missingBefore, formatStepPage, STEPS } from '@hearth/contracts/onboarding'
import { Link } from 'react-router-dom'
import { useCan } from '../../session/session.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatDay, formatInstant, wallClock } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from './CasePage.module.css'
import {
  HUB_GROUPS,
  listLines,
  classifyStep,
  MINUTES,
  readStates,
  type HubGroup,
  type StepProgress,
} from './hub.ts'
import { canSubmit } from './NextCard.tsx'
import type { CaseStep, OnboardingCase } from '../../data/queries/useCase.ts'

/** How far a step is; half filled where the host has begun it. */
const Glyph = ({ progress, begun = false }: { progress: StepProgress; begun?: boolean }) => {
  const t = useText()
  return (
    <span
      className={styles['glyph']}
      data-progress={progress}
      data-begun={progress === 'you' && begun}
      role="img"
      aria-label={t(`onboarding.look.${progress}`)}
    >
      {progress === 'done' && <Icon name="check" size={12} strokeWidth={2.4} />}
    </span>
  )
}

/** A step without a page of questions: the host says that they have done what staff asked for. */
const AnsweredButton = ({ line, listingId, name }: { line: CaseStep; listingId: string; name: string }) => {
  const t = useText()
  const complete = useCommand({ resource: 'onboarding', verb: 'complete-step', touches: ['listings'] })
  return (
    <>
      <Button
        size="small"
        sx={{ alignSelf: 'start', mt: 0.5 }}
        loading={complete.pending}
        onClick={() => complete.run({ record: { id: listingId }, body: { step: line.step } })}
      >
        {t('onboarding.answered')}
        <span className="sr">: {name}</span>
      </Button>
      <ProblemText error={complete.error} />
    </>
  )
}

/** What staff asked for, what is missing, why the step is left out, or which step comes first. */
const useDetail = (line: CaseStep, onboarding: OnboardingCase) => {
  const t = useText()
  const states = readStates(onboarding)
  const before = missingBefore(line.step, states)[0]
  return (
    line.requests[0]?.comment ??
    line.problems[0]?.detail ??
    line.notApplicable ??
    (classifyStep(line, states) === 'later' && before !== undefined
      ? t('onboarding.after', { step: t(`onboarding.steps.${before}.name`) })
      : undefined)
  )
}

/** The appointment of the photo shoot, how long the step takes, or the day it was completed. */
const useWhen = (line: CaseStep, onboarding: OnboardingCase, zone: string) => {
  const t = useText()
  const progress = classifyStep(line, readStates(onboarding))
  const shoot = line.step === 'photoshoot' ? onboarding.photoshoot : null
  if (shoot?.startsAt != null && shoot.status === 'scheduled') return formatInstant(shoot.startsAt, zone)
  if (progress === 'you') return t('onboarding.about', { minutes: MINUTES[line.step] })
  return progress === 'done' && line.changedAt !== null
    ? formatDay(wallClock(line.changedAt, zone).date)
    : undefined
}

const WaitsFor = ({ line, progress }: { line: CaseStep; progress: StepProgress }) => {
  const t = useText()
  const waits = line.awaits ?? (line.step === 'review' ? 'staff' : null)
  if (progress === 'you') return <StatusChip tone="brand">{t('onboarding.waitingFor.host')}</StatusChip>
  if (waits === null) return null
  if (progress === 'wait') return <StatusChip tone="info">{t(`onboarding.waitingFor.${waits}`)}</StatusChip>
  return progress === 'later' ? <span className="small c">{t(`onboarding.waitingFor.${waits}`)}</span> : null
}

const Line = ({ line, onboarding, zone }: { line: CaseStep; onboarding: OnboardingCase; zone: string }) => {
  const t = useText()
  const mayWrite = useCan('listing.write')
  const progress = classifyStep(line, readStates(onboarding))
  const { page, completedBy } = STEPS[line.step]
  const name = t(`onboarding.steps.${line.step}.name`)
  const detail = useDetail(line, onboarding)
  const when = useWhen(line, onboarding, zone)
  const asksHere = mayWrite && canSubmit(onboarding) && line.requests.length > 0 && completedBy === 'facts'
  const needsChanges = line.state === 'needs_changes'
  const isNext = line.step === onboarding.nextStep
  return (
    <li data-progress={progress}>
      <Glyph progress={progress} begun={needsChanges || isNext} />
      <span className={styles['what']}>
        {page === null ? (
          <span className="strong">{name}</span>
        ) : (
          <Link to={formatStepPage(line.step, onboarding.id)} className="strong">
            {name}
          </Link>
        )}
        {detail !== undefined && <span className="small q">{detail}</span>}
        {asksHere && <AnsweredButton line={line} listingId={onboarding.id} name={name} />}
      </span>
      <span className={styles['who']}>
        <WaitsFor line={line} progress={progress} />
      </span>
      <span className={`${styles['when']} small num q`}>{when}</span>
      <span className={styles['act']}>
        {progress === 'you' && page !== null && (
          <LinkButton size="small" to={formatStepPage(line.step, onboarding.id)}>
            {t(needsChanges ? 'onboarding.fix' : isNext ? 'onboarding.continue' : 'onboarding.open')}
            <span className="sr">: {name}</span>
          </LinkButton>
        )}
      </span>
    </li>
  )
}

const Group = ({
  group,
  onboarding,
  zone,
}: {
  group: HubGroup
  onboarding: OnboardingCase
  zone: string
}) => {
  const t = useText()
  const lines = listLines(onboarding, group)
  const states = readStates(onboarding)
  const done = lines.filter((line) => classifyStep(line, states) === 'done').length
  const [open, setOpen] = useState(false)
  const folds = done === lines.length
  const count = t('onboarding.count', { done, all: lines.length })
  const name = t(`onboarding.groups.${group}`)
  return (
    <section className={styles['group']} aria-label={name}>
      {folds ? (
        <div className={styles['fold']}>
          <Glyph progress="done" />
          <b className="strong">{name}</b>
          <span className="q small clip">
            {lines.map(({ step }) => t(`onboarding.steps.${step}.name`)).join(', ')}
          </span>
          <span className="c small num nowrap">{count}</span>
          <IconButton
            size="small"
            aria-expanded={open}
            aria-label={t(open ? 'onboarding.hideGroup' : 'onboarding.showGroup', { name })}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'up' : 'down'} size={16} />
          </IconButton>
        </div>
      ) : (
        <h2 className={styles['groupTitle']}>
          {name}
          <span className="num">{count}</span>
        </h2>
      )}
      {(!folds || open) && (
        <ul>
          {lines.map((line) => (
            <Line key={line.step} line={line} onboarding={onboarding} zone={zone} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Every step, in groups; finished groups are folded. */
export const StepList = ({ onboarding, zone }: { onboarding: OnboardingCase; zone: string }) => {
  const t = useText()
  return (
    <Card label={t('onboarding.stepsLabel')}>
      {(Object.keys(HUB_GROUPS) as HubGroup[]).map((group) => (
        <Group key={group} group={group} onboarding={onboarding} zone={zone} />
      ))}
    </Card>
  )
}
