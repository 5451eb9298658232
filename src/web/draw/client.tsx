import '../design/base.css';
import { startPage } from '../shared/start.js';
import { DrawPage } from './draw-page.js';

startPage(DrawPage);
