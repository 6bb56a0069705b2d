import { gatewayRecipes } from './recipes/gateways.ts';
import { javascriptRecipes } from './recipes/javascript.ts';
import { jvmDotnetGoRecipes } from './recipes/jvm-dotnet-go.ts';
import { pythonPhpRubyRecipes } from './recipes/python-php-ruby.ts';
import type { Recipe } from './recipes/recipe.ts';

/** Returns the recipes for reading the raw body, the most used framework first. */
export function recipes(): Recipe[] {
  return [...javascriptRecipes, ...jvmDotnetGoRecipes, ...pythonPhpRubyRecipes, ...gatewayRecipes];
}

/** Returns the recipe of this id, or undefined. */
export function recipe(id: string): Recipe | undefined {
  return recipes().find((one) => one.id === id);
}
