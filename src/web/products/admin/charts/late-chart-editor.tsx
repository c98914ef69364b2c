import { toast } from '../../../ui/feedback/toast.tsx'
import { useLazy } from '../../../ui/use-lazy.ts'
import type { ChartEditorProps } from './chart-editor.tsx'

const load = async () => (await import('./chart-editor.tsx')).ChartEditor

/** Renders the editor of size charts, whose code is loaded when it is first opened. */
export function LateChartEditor(props: ChartEditorProps) {
  const Editor = useLazy(load, props.opened !== undefined, () => {
    props.onClose()
    toast.alert('The chart could not be opened. Please try again.')
  })
  return Editor && <Editor {...props} />
}
