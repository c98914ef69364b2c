import { type ContentFields, contentPath, type ManagedContent, contentLimits as max } from '#domain/content/content.ts'
import { Fold } from '../../products/admin/fold.tsx'
import { FormSection } from '../../products/admin/form-section.tsx'
import { useShop } from '../../settings/api.ts'
import { PictureSetting } from '../../settings/page/fields/inputs/picture-setting.tsx'
import { SectionField } from '../../settings/page/fields/inputs/section-field.tsx'
import { MomentField } from '../../settings/page/fields/period-fields.tsx'
import { SectionContext } from '../../settings/page/section-context.ts'
import { button } from '../../ui/form/button.ts'
import { Form } from '../../ui/form/form.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { DocumentEditor } from './document-editor.tsx'
import { drawnCover } from './drawn-cover.tsx'
import { useContentForm } from './use-content-form.ts'

interface ContentFormProps {
  id: string
  saved: ManagedContent | undefined
  fields: ContentFields
  onSaved: (saved: ManagedContent) => void
}

/** Writes a page or a post: its text, and what lists and search engines show of it. */
export function ContentForm(props: ContentFormProps) {
  const { form, typed, publish, opened, isUnsaved, isSaved, changeDocument, warnings, fields } = useContentForm(props)
  const { kind } = typed
  const shop = useShop()
  return (
    <SectionContext value={fields}>
      <Form
        form={form}
        action="Save"
        progress="Saving…"
        beside={
          <>
            {isUnsaved && <p className="mr-auto self-center text-sm text-stone">Not saved yet.</p>}
            {fields.saved.publishedFrom === null && (
              <button
                type="button" // Enter in a field saves, and does not publish
                className={button.quiet}
                onClick={({ currentTarget }) => publish(currentTarget)}
              >
                Save and publish
              </button>
            )}
          </>
        }
      >
        <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start">
          <div className="flex min-w-0 flex-col gap-5">
            <SectionField name="title" label="Title" />
            <DocumentEditor
              document={opened}
              error={form.fieldErrors.document}
              warnings={warnings}
              onChange={changeDocument}
              onPicture={fields.addPicture}
            />
            <p className="text-stone text-xs">
              {
                '{name}, {address}, {email}, {phone}, {countries}, {delivery}, {returns} and {currency} stand for what the settings say.'
              }
            </p>
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <FormSection title="Publication">
              <MomentField
                name="publishedFrom"
                label="Visible from"
                hint="Empty: a draft, seen only by people who have the link of its preview. With a later time it appears by itself."
              />
              <SectionField
                name="address"
                label="Address"
                hint={`The end of ${contentPath({ kind, address: '…' })}. An earlier one leads to the new one.`}
              />
              {props.saved && props.saved.former.length > 0 && (
                <p className="text-stone text-xs [overflow-wrap:anywhere]">
                  These lead here, too: {props.saved.former.join(', ')}
                </p>
              )}
              {isSaved && props.saved && <PreviewLink path={props.saved.preview} />}
            </FormSection>
            <FormSection title="In lists">
              <SectionField name="summary" label="Summary" rows={3} isOptional />
              {kind === 'page' ? (
                <ShowsSummary isShown={typed.showsSummary} onChange={fields.change} />
              ) : (
                <SectionField name="author" label="Author" isOptional />
              )}
              <PictureSetting
                name="picture"
                label="Picture"
                hint="Above the text, on cards and in link previews."
                drawn={(name, alt) => drawnCover(name, alt, shop)}
              />
              <SectionField name="alt" label="What the picture shows" isOptional hint="For people who cannot see it." />
            </FormSection>
            <SearchFields fields={typed} />
          </div>
        </div>
      </Form>
      <LeaveGuard isUnsaved={isUnsaved} />
    </SectionContext>
  )
}

interface ShowsSummaryProps {
  isShown: boolean
  onChange: (name: string, value: boolean) => void
}

const ShowsSummary = ({ isShown, onChange }: ShowsSummaryProps) => (
  <label className="flex min-h-11 items-center gap-3 text-sm">
    <input
      type="checkbox"
      className="size-5 accent-rosewood"
      checked={isShown}
      onChange={({ target }) => onChange('showsSummary', target.checked)}
    />
    Also below the title of the page
  </label>
)

const PreviewLink = ({ path }: { path: string }) => (
  <p className="text-sm">
    <a href={path} target="_blank" rel="noopener" className="underline underline-offset-4 hover:text-rosewood">
      Preview what is saved
    </a>
    <span className="block text-stone text-xs">Anybody who has this link sees it, also while it is a draft.</span>
  </p>
)

const SearchFields = ({ fields }: { fields: ContentFields }) => (
  <Fold
    title="Title and description in search results"
    isOpen={fields.seoTitle !== '' || fields.seoDescription !== ''}
    needsAttention={false}
  >
    <SectionField
      name="seoTitle"
      label="Title for search engines"
      isOptional
      hint={`${fields.seoTitle.length} of ${max.seoTitle} characters. Empty: the title, and the name of the shop.`}
    />
    <SectionField
      name="seoDescription"
      label="Text for search engines"
      rows={3}
      isOptional
      hint={`${fields.seoDescription.length} of ${max.seoDescription} characters. Empty: the summary.`}
    />
  </Fold>
)
