/** The list of keyboard shortcuts, and a switch that turns them off on this device. */
import { useTexts } from '#web/text/texts.ts'
import { createDeviceSwitch } from '#web/ui/device-setting.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'

export const useShortcutsSetting = createDeviceSwitch('praxam-keys', 'on', 'off')

type Props = { isOpen: boolean; onClose: () => void; isOn: boolean; onSwitch: (isOn: boolean) => void; isSealed?: boolean }

/** `isSealed` leaves out the shortcuts that reveal the answer, open the help, mark a guess and open a note. */
export function KeyboardShortcutsDialog({ isOpen, onClose, isOn, onSwitch, isSealed = false }: Props) {
  const { exam } = useTexts()
  return (
    <Dialog title={exam.shortcutsTitle} isOpen={isOpen} onClose={onClose}>
      <div className="body flow">
        <dl className="key-list">
          {exam.shortcutList
            .filter(({ keys }) => !isSealed || !['R', 'U', 'T', '/'].includes(keys))
            .map(({ keys, does }) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
        </dl>
        <Switch label={exam.enableShortcuts} isOn={isOn} onSwitch={onSwitch} />
      </div>
    </Dialog>
  )
}
