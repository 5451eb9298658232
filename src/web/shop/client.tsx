// The shop has no script: this entry only collects its styles. What is not exported would be left out.
import '../design/base.css';
export { default as picture } from '../common/raffle-picture.module.css';
export { default as frame } from '../common/site-frame.module.css';
export { default as notices } from '../common/site-notices.module.css';
export { default as button } from '../ui/button.module.css';
export { default as surface } from '../ui/surface.module.css';
export { default as shop } from './shop.module.css';
