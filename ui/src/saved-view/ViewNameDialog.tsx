import { savedView, type ViewList } from '@hearth/contracts/saved-view'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { CheckboxField } from '../components/form/fields/CheckboxField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { useText } from '../i18n/text.ts'
import type { SavedView } from './openView.ts'
import type { ListViews } from './useListViews.ts'
import { useViewCommand } from './useViewCommand.ts'

const { SaveView, RenameView } = savedView.commands
const saveSchema = SaveView.schema.pick({ name: true, shared: true })
const renameSchema = RenameView.schema.pick({ name: true })
const NEW = { name: '', shared: false }

/** Saves what the list shows as a new view. */
export const SaveViewDialog = ({
  list,
  query,
  onClose,
}: {
  list: ViewList
  query: ListViews['query']
  onClose: () => void
}) => {
  const t = useText()
  const saved = useSaved()
  const command = useViewCommand('save', { inForm: true })
  const form = useCommandForm({
    schema: saveSchema,
    values: NEW,
    mode: 'onSubmit',
    command,
    send: (body) =>
      command.run(
        { record: { id: command.id }, body: { list, ...body, ...query } },
        {
          onSuccess: () => {
            saved(t('savedView.saved', { name: body.name }))
            onClose()
          },
        },
      ),
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('savedView.saveTitle')}
      submit={t('savedView.saveButton')}
      close={t('savedView.close')}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('savedView.name')}
        wrong={t('savedView.badName')}
        autoComplete="off"
      />
      <CheckboxField control={form.control} name="shared" label={t('savedView.share')} />
      <p className="small q">{t('savedView.shareNote')}</p>
    </FormDialog>
  )
}

export const RenameViewDialog = ({ view, onClose }: { view: SavedView; onClose: () => void }) => {
  const t = useText()
  const saved = useSaved()
  const command = useViewCommand('rename', { inForm: true })
  const form = useCommandForm({
    schema: renameSchema,
    values: { name: view.name },
    mode: 'onSubmit',
    command,
    send: ({ name }) =>
      command.run(
        { record: { id: command.id }, body: { viewId: view.id, name } },
        {
          onSuccess: () => {
            saved(t('savedView.renamed', { name }))
            onClose()
          },
        },
      ),
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('savedView.renameTitle')}
      submit={t('savedView.rename')}
      close={t('savedView.close')}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('savedView.name')}
        wrong={t('savedView.badName')}
        autoComplete="off"
      />
    </FormDialog>
  )
}
