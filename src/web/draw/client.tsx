import '../design/base.css';
import { startPage } from '../common/start.js';
import { DrawPage } from './draw-page.js';

startPage(DrawPage);
