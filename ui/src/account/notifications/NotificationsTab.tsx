import { Button } from '@mui/material'
import { z } from 'zod'
import {
  account,
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
  type Membership,
  type NotificationChoice,
  type NotificationKind,
} from '@hearth/contracts/account'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { CheckboxField } from '../../components/form/fields/CheckboxField.tsx'
import { TimeField } from '../../components/form/fields/TimeField.tsx'
import { useCommandForm, type FieldsForm } from '../../components/form/useCommandForm.ts'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from '../Account.module.css'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { useMembership } from '../useAccount.ts'
import { useAccountCommand } from '../useAccountCommand.ts'

type Own = NonNullable<Membership['membership']>
type Channel = 'email' | 'push'

const CHANNELS: readonly Channel[] = ['email', 'push']
const isLocked = (kind: NotificationKind, channel: Channel) =>
  (NOTIFICATIONS[kind].locked as readonly Channel[]).includes(channel)

const { schema } = account.commands.ChooseNotifications
/** The times stay typed while quiet hours are off. */
const zChoices = z
  .strictObject({
    choices: schema.shape.choices,
    quiet: z.boolean(),
    quietHours: z.strictObject({ from: z.string(), to: z.string() }),
  })
  .transform(({ choices, quiet, quietHours }) => ({ choices, quietHours: quiet ? quietHours : null }))
  .pipe(schema)

type ChoicesForm = FieldsForm<z.input<typeof zChoices>, z.output<typeof zChoices>>

const readChoices = ({ choices, quietHours }: Own): z.input<typeof zChoices> => ({
  choices: NOTIFICATION_KINDS.map(
    (kind) => choices.find((choice) => choice.kind === kind) ?? { kind, email: true, push: true },
  ),
  quiet: quietHours !== null,
  quietHours: quietHours ?? { from: '22:00', to: '07:00' },
})

/** One channel of one kind; a notice that cannot be switched off has a lock. */
const Cell = ({
  choice: { kind, ...choice },
  channel,
  onChange,
}: {
  choice: NotificationChoice
  channel: Channel
  onChange: (choice: NotificationChoice) => void
}) => {
  const t = useText()
  const label = t(`account.notifications.${channel}Of`, { what: NOTIFICATIONS[kind].title })
  if (isLocked(kind, channel))
    return (
      <span className={styles['always']}>
        <Icon name="lock" size={16} />
        <span className="sr">
          {label}: {t('account.notifications.locked')}
        </span>
      </span>
    )
  return (
    <Checkbox
      label={label}
      checked={choice[channel]}
      onChange={() => onChange({ kind, ...choice, [channel]: !choice[channel] })}
    />
  )
}

const Matrix = ({
  choices,
  onChange,
}: {
  choices: NotificationChoice[]
  onChange: (choices: NotificationChoice[]) => void
}) => {
  const t = useText()
  return (
    <Card title={t('account.notifications.title')}>
      <table className={styles['matrix']}>
        <caption className="sr">{t('account.notifications.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('account.notifications.kind')}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {t(`account.notifications.${channel}`)}
              </th>
            ))}
            <th scope="col">{t('account.notifications.console')}</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice, index) => (
            <tr key={choice.kind}>
              <th scope="row">{NOTIFICATIONS[choice.kind].title}</th>
              {CHANNELS.map((channel) => (
                <td key={channel}>
                  <Cell
                    choice={choice}
                    channel={channel}
                    onChange={(changed) => onChange(choices.with(index, changed))}
                  />
                </td>
              ))}
              <td className={styles['always']}>{t('account.notifications.always')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={`${styles['heading']} ${styles['note']}`}>
        {t('account.notifications.lockedText')} {t('account.notifications.consoleText')}
      </p>
    </Card>
  )
}

/** The hours in which no push notices arrive. */
const QuietHours = ({ form: { control, values } }: { form: ChoicesForm }) => {
  const t = useText()
  const { quiet, quietHours } = values
  return (
    <Card title={t('account.notifications.quiet')}>
      <div className={styles['body']}>
        <p className="q">{t('account.notifications.quietText')}</p>
        <CheckboxField control={control} name="quiet" label={t('account.notifications.quietOn')} />
        {quiet && (
          <div className={styles['pair']}>
            <TimeField
              control={control}
              name="quietHours.from"
              label={t('account.notifications.from')}
              wrong={t('account.notifications.badTime')}
            />
            <TimeField
              control={control}
              name="quietHours.to"
              label={t('account.notifications.to')}
              help={quietHours.to <= quietHours.from ? t('account.notifications.crosses') : undefined}
              wrong={t('account.notifications.badTime')}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

const NotificationsForm = ({ own }: { own: Own }) => {
  const t = useText()
  const save = useAccountCommand('choose-notifications', { said: t('account.notifications.saved') })
  const form = useCommandForm({ schema: zChoices, values: readChoices(own), command: save, send: save.run })
  return (
    <CommandForm guarded form={form}>
      <div className={`${styles['wide']} ${styles['stacked']}`}>
        <Matrix choices={form.values.choices} onChange={(changed) => form.set({ choices: changed })} />
        <div className={styles['follows']}>
          <QuietHours form={form} />
          <div className={styles['sticky']}>
            <ProblemText error={form.error} />
            <div className={styles['actions']}>
              <Button
                type="submit"
                variant="contained"
                color="primary"
                disabled={!form.dirty || form.body === undefined}
                loading={form.pending}
              >
                {t('account.notifications.save')}
              </Button>
              {form.dirty && (
                <Button
                  onClick={() => {
                    form.reset()
                    save.reset()
                  }}
                >
                  {t('account.notifications.discard')}
                </Button>
              )}
            </div>
          </div>
        </div>
      </div>
    </CommandForm>
  )
}

/** Which notices reach this person, and where. */
export const NotificationsTab = () => {
  const t = useText()
  return (
    <Loaded query={useMembership()} failed={t('account.notifications.failed')} height={480}>
      {(own) =>
        own === null ? (
          <Card>
            <EmptyState
              icon="info"
              title={t('account.notifications.unknown')}
              text={t('account.team.unknown')}
            />
          </Card>
        ) : (
          <NotificationsForm own={own} />
        )
      }
    </Loaded>
  )
}
