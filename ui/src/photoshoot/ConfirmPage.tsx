import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { type Access, changeFeeMinor, PREPARATION } from '@hearth/contracts/photoshoot'
import { zPhone } from '@hearth/contracts/listing/sections/fields'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { to } from '../navigation/paths.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { onboardingTexts } from '../i18n/en/onboarding.ts'
import { photoshootTexts } from '../i18n/en/photoshoot.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import { useListing } from '../data/queries/useCase.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { Field } from '../components/form/Field.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { formatInstant, wallClock, zoneName } from '../components/dates/localDate.ts'
import { moneyText } from '../components/display/Money.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Photoshoot.module.css'
import { usePhotoshoot, type Photoshoot } from './usePhotoshoot.ts'

addTexts({ photoshoot: photoshootTexts, onboarding: onboardingTexts })

const METHODS = [
  'host_present',
  'key_box',
  'smart_lock',
  'doorman',
] as const satisfies readonly Access['method'][]

const useLeave = (listingId: string, text: string) => {
  const navigate = useNavigate()
  const saved = useSaved()
  return () => {
    saved(text)
    void navigate(to.photoshoot(listingId))
  }
}

/** An appointment that is moved needs nothing but a yes to its price. */
const MoveForm = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const now = new Date(useNow(1_000)).toISOString()
  const move = useCommand({
    resource: 'photoshoots',
    verb: 'reschedule',
    touches: ['onboarding'],
    onSuccess: useLeave(shoot.listingId, t('photoshoot.form.moved')),
  })
  const feeMinor = shoot.slot === null ? 0 : changeFeeMinor(shoot.slot.startsAt, now)
  return (
    <div className={styles['body']}>
      {feeMinor > 0 && (
        <p>{t('photoshoot.appointment.late', { fee: moneyText(feeMinor, shoot.currency) })}</p>
      )}
      <ProblemText error={move.error} />
      <Button
        variant="contained"
        color="primary"
        loading={move.pending}
        onClick={() => move.run({ record: { id: shoot.id }, body: { feeMinor } })}
      >
        {t('photoshoot.form.move')}
      </Button>
    </div>
  )
}

const BookForm = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const [method, setMethod] = useState<Access['method']>('host_present')
  const [note, setNote] = useState('')
  const [phone, setPhone] = useState('')
  const [ready, setReady] = useState<readonly string[]>([])
  const [asked, setAsked] = useState(false)
  const confirm = useCommand({
    resource: 'photoshoots',
    verb: 'confirm',
    touches: ['onboarding'],
    onSuccess: useLeave(shoot.listingId, t('photoshoot.form.booked')),
  })
  const number = phone.replaceAll(/[\s().-]/g, '')
  const fits = zPhone.safeParse(number).success
  const toggle = (item: string) =>
    setReady(ready.includes(item) ? ready.filter((other) => other !== item) : [...ready, item])
  const send = () => {
    setAsked(true)
    if (fits)
      confirm.run({
        record: { id: shoot.id },
        body: {
          access: { method, note: note.trim() === '' ? null : note.trim() },
          contactPhone: number,
          checklistAccepted: ready,
        },
      })
  }
  return (
    <div className={styles['body']}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <fieldset>
          <legend className={styles['legend']}>{t('photoshoot.form.how')}</legend>
          {METHODS.map((each) => (
            <label key={each} className={styles['check']}>
              <input type="radio" name="method" checked={method === each} onChange={() => setMethod(each)} />
              {t(`photoshoot.form.${each}`)}
            </label>
          ))}
        </fieldset>
        <Field label={t('photoshoot.form.note')} help={t('photoshoot.form.noteHelp')}>
          {({ error: _error, ...field }) => (
            <OutlinedInput
              value={note}
              onChange={({ target }) => setNote(target.value)}
              inputProps={{ ...field, maxLength: 300 }}
              sx={{ maxWidth: 480 }}
            />
          )}
        </Field>
        <Field
          label={t('photoshoot.form.phone')}
          help={t('photoshoot.form.phoneHelp')}
          error={asked && !fits ? t('photoshoot.form.phoneWrong') : undefined}
        >
          {({ error, ...field }) => (
            <OutlinedInput
              type="tel"
              value={phone}
              error={error}
              onChange={({ target }) => setPhone(target.value)}
              inputProps={{ ...field, maxLength: 24, autoComplete: 'tel' }}
              sx={{ maxWidth: 320 }}
            />
          )}
        </Field>
        <fieldset>
          <legend className={styles['legend']}>{t('photoshoot.form.checklist')}</legend>
          <div className={styles['checks']}>
            {PREPARATION.map((item) => (
              <label key={item} className={styles['check']}>
                <input type="checkbox" checked={ready.includes(item)} onChange={() => toggle(item)} />
                {t(`photoshoot.preparation.${item}`)}
              </label>
            ))}
          </div>
          <Button
            variant="text"
            size="small"
            className={styles['all']}
            disabled={ready.length === PREPARATION.length}
            onClick={() => setReady(PREPARATION)}
          >
            {t('photoshoot.form.all')}
          </Button>
        </fieldset>
        <ProblemText error={confirm.error} />
        <div className={styles['actions']}>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={ready.length < PREPARATION.length || phone.trim() === ''}
            loading={confirm.pending}
          >
            {t('photoshoot.form.submit')}
          </Button>
        </div>
      </form>
    </div>
  )
}

const Held = ({ shoot, zone }: { shoot: Photoshoot; zone: string }) => {
  const t = useText()
  const now = new Date(useNow(1_000)).toISOString()
  const navigate = useNavigate()
  const giveUp = useCommand({
    resource: 'photoshoots',
    verb: 'release-slot',
    onSuccess: () => void navigate(to.photoshoot(shoot.listingId)),
  })
  const { held } = shoot
  if (held === null && shoot.status === 'scheduled')
    return <Navigate to={to.photoshoot(shoot.listingId)} replace />
  if (held === null || now >= held.until) {
    return (
      <Card>
        <EmptyState
          icon="clock"
          title={t('photoshoot.heldOver')}
          text={t('photoshoot.heldOverText')}
          actions={
            <LinkButton filled to={to.photoshoot(shoot.listingId)}>
              {t('photoshoot.choose')}
            </LinkButton>
          }
        />
      </Card>
    )
  }
  const seconds = Math.max(0, Math.floor((Date.parse(held.until) - Date.parse(now)) / 1_000))
  return (
    <div className={styles['cols']}>
      <Card title={t('photoshoot.form.title')}>
        {shoot.status === 'scheduled' ? (
          <MoveForm shoot={shoot} />
        ) : (
          <BookForm key={held.slot.startsAt} shoot={shoot} />
        )}
      </Card>
      <div className={styles['side']}>
        <Card title={t('photoshoot.held', { time: wallClock(held.until, zone).time })}>
          <div className={styles['body']}>
            <p className="num">
              <b>
                {formatInstant(held.slot.startsAt, zone)} – {wallClock(held.slot.endsAt, zone).time}
              </b>
            </p>
            <p
              className="num"
              role="timer"
            >{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</p>
            <Button loading={giveUp.pending} onClick={() => giveUp.run({ record: { id: shoot.id } })}>
              {t('photoshoot.giveUp')}
            </Button>
            <p className="cap c">{t('photoshoot.zone', { zone: zoneName(zone) })}</p>
          </div>
        </Card>
      </div>
    </div>
  )
}

/** `/onboarding/{listingId}/photoshoot/confirm`: the details, while the time is kept. */
const ConfirmPage = () => {
  const t = useText()
  const { listingId = '' } = useParams()
  const listing = useListing(listingId)
  const shoot = usePhotoshoot(listingId)
  if (shoot.none) return <Navigate to={to.photoshoot(listingId)} replace />
  const name = listing.data?.title ?? ''
  const shown =
    listing.data !== undefined && shoot.data !== undefined
      ? { row: shoot.data, zone: listing.data.timezone }
      : undefined
  return (
    <>
      <PageHeader
        title={t('photoshoot.confirmTitle')}
        detail={name}
        crumbs={[
          { label: t('onboarding.title'), to: to.onboarding() },
          { label: name, to: to.onboardingCase(listingId) },
          { label: t('photoshoot.title'), to: to.photoshoot(listingId) },
          { label: t('photoshoot.confirmTitle') },
        ]}
      />
      <Loaded
        query={{
          data: shown,
          error: listing.error ?? shoot.error,
          refetch: () => Promise.all([listing.refetch(), shoot.refetch()]),
        }}
        failed={t('photoshoot.failed')}
        height={420}
      >
        {({ row, zone }) => <Held shoot={row} zone={zone} />}
      </Loaded>
    </>
  )
}
export default ConfirmPage
