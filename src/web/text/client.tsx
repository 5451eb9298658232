// A page of texts has no script: this entry only collects its styles. What is not exported would be left out.
import '../design/base.css';
export { default as frame } from '../common/site-frame.module.css';
export { default as button } from '../ui/button.module.css';
export { default as note } from '../raffle/refund-note.module.css';
export { default as field } from '../ui/field.module.css';
export { default as surface } from '../ui/surface.module.css';
export { default as text } from './text-page.module.css';
